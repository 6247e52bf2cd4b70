import { type Bytes, bytesOf, certificatesIn, digestOf, fromBase64, fromHex, joined, toHex } from './bytes.ts'
import { canonical } from './canonical.ts'
import { type CertificateHolder, holderOf, isSignedBy } from './certificates.ts'
import { rootByPath } from './merkle-path.ts'
import { type Receipt, type ReceiptEvent, type RootStatement, statementOf } from './receipt.ts'
import { type TimeStamp, verifyTimeStamp } from './time-stamps.ts'

/** What is wrong with a receipt: in an event, in a root, in its time stamp, or beside what it is compared with. */
export interface ReceiptFault {
  readonly what: 'FORM' | 'FACTS' | 'PATH' | 'ROOT' | 'SIGNATURE' | 'CERTIFICATE' | 'DOCUMENT' | 'STAMP' | 'LOG'
  readonly where: string
}

/** What a receipt proves, where it has no fault. */
export interface ReceiptFindings {
  readonly faults: readonly ReceiptFault[]
  /** The events, and when the log wrote each. */
  readonly events: readonly { readonly type: string; readonly at: string }[]
  /** The last root that an event stands in, and the instant that it names itself. */
  readonly root: RootStatement | null
  readonly signers: readonly CertificateHolder[]
  /** By when a third party had seen it; null without a time stamp. */
  readonly stamp: TimeStamp | null
}

/** What the holder of a receipt has from elsewhere. */
export interface Beside {
  /** The sealed document, as its holder has it. */
  readonly document?: Uint8Array | undefined
  /** The operator's certificate, in DER or PEM. */
  readonly certificate?: Uint8Array | undefined
  /** The certificates that are trusted to stamp, in DER or PEM; without them the authority is shown and not judged. */
  readonly authority?: Uint8Array | undefined
}

/** How much the clock of an authority may be behind ours. */
const CLOCKS_APART_MS = 300_000

/** Where the facts, or their hash, and the instant stand in an event's text. */
const partsOf = ({ text }: ReceiptEvent) => JSON.parse(text) as unknown[]
const factsAt = (event: ReceiptEvent) => partsOf(event).at(-2)
const writtenAt = (event: ReceiptEvent) => String(partsOf(event).at(-1))

/** The text says what the receipt calls the event, and its facts are those that the text has the hash of. */
async function isFactsRight(event: ReceiptEvent): Promise<boolean> {
  const parts = partsOf(event)
  const { id, type, data, salt } = event
  if (parts.at(-13) !== id || parts.at(-9) !== type) return false
  // Without facts of its own the text either holds them itself, or they were taken out.
  if (salt === null) return true
  return factsAt(event) === toHex(await digestOf(joined(fromHex(salt), bytesOf(canonical(data)))))
}

async function isOnPath(event: ReceiptEvent, root: RootStatement | undefined): Promise<boolean> {
  if (!root) return false
  const content = joined(fromHex(event.hash), await digestOf(bytesOf(event.text)))
  const leaf = await digestOf(joined(Uint8Array.of(0), content))
  const found = await rootByPath(leaf, { place: event.place, size: root.size }, event.path.map(fromHex))
  return found !== null && toHex(found) === root.root
}

/** The facts of an event, wherever the receipt has them. */
const factsIn = (event: ReceiptEvent) =>
  (event.salt === null ? factsAt(event) : event.data) as { readonly sha256?: string } | null

async function faultsOfEvents({ events, roots }: Receipt): Promise<ReceiptFault[]> {
  const stated = new Map(roots.map((root) => [statementOf(root).number, statementOf(root)]))
  const faults: ReceiptFault[] = []
  for (const event of events) {
    if (!(await isFactsRight(event))) faults.push({ what: 'FACTS', where: event.id })
    if (!(await isOnPath(event, stated.get(event.root)))) faults.push({ what: 'PATH', where: event.id })
  }
  return faults
}

async function faultsOfRoots({ roots, certificates }: Receipt): Promise<ReceiptFault[]> {
  const faults: ReceiptFault[] = []
  for (const [index, { statement, signature, certificate }] of roots.entries()) {
    const { number, previous } = statementOf({ statement })
    const before = roots[index - 1]
    const isNext =
      !before ||
      (previous === toHex(await digestOf(bytesOf(before.statement))) && number === statementOf(before).number + 1)
    if (!isNext) faults.push({ what: 'ROOT', where: String(number) })
    const der = fromBase64(certificates[certificate] ?? '')
    if (!(await isSignedBy(der, bytesOf(statement), fromBase64(signature))))
      faults.push({ what: 'SIGNATURE', where: String(number) })
  }
  return faults
}

async function faultsBeside(
  { events }: Receipt,
  signers: readonly CertificateHolder[],
  { certificate, document }: Beside,
): Promise<ReceiptFault[]> {
  const faults: ReceiptFault[] = []
  if (certificate) {
    const expected = (await holderOf(certificatesIn(certificate)[0]!)).fingerprint
    if (signers.some(({ fingerprint }) => fingerprint !== expected))
      faults.push({ what: 'CERTIFICATE', where: expected })
  }
  if (document) {
    const digest = toHex(await digestOf(document))
    const isNamed = events.some((event) => event.type === 'DOCUMENT_SEALED' && factsIn(event)?.sha256 === digest)
    if (!isNamed) faults.push({ what: 'DOCUMENT', where: digest })
  }
  return faults
}

/** The time stamp of a receipt: over the statement of a root that no event stands after, and not older than it. */
async function stampOf(
  { stamp, events, roots }: Receipt,
  authority: Uint8Array | undefined,
): Promise<{ stamp: TimeStamp | null; faults: ReceiptFault[] }> {
  if (!stamp) return { stamp: null, faults: [] }
  const root = roots.find((one) => statementOf(one).number === stamp.root)
  if (!root || events.some((event) => event.root > stamp.root))
    return { stamp: null, faults: [{ what: 'STAMP', where: 'ROOT' }] }
  const from = new Date(Date.parse(statementOf(root).at) - CLOCKS_APART_MS)
  const found = await verifyTimeStamp(fromBase64(stamp.token), bytesOf(root.statement), {
    trusted: authority && certificatesIn(authority),
    within: { from, to: new Date(8.64e15) },
  })
  return found.fault === null
    ? { stamp: found.stamp, faults: [] }
    : { stamp: null, faults: [{ what: 'STAMP', where: found.fault }] }
}

const nothing: ReceiptFindings = {
  faults: [{ what: 'FORM', where: 'receipt' }],
  events: [],
  root: null,
  signers: [],
  stamp: null,
}

/** Verifies a receipt with nothing but itself, and beside it what its holder has from elsewhere. */
export async function verifyReceipt(receipt: Receipt, beside: Beside = {}): Promise<ReceiptFindings> {
  try {
    return await findingsIn(receipt, beside)
  } catch {
    return nothing
  }
}

async function findingsIn(receipt: Receipt, beside: Beside): Promise<ReceiptFindings> {
  const { format, events, roots, certificates } = receipt
  if (format !== 'poljin-receipt-1' || events.length === 0) return nothing
  const ders: readonly Bytes[] = certificates.map(fromBase64)
  const signers = await Promise.all(ders.map(holderOf))
  const { stamp, faults } = await stampOf(receipt, beside.authority)
  const last = Math.max(...events.map(({ root }) => root))
  return {
    faults: [
      ...(await faultsOfEvents(receipt)),
      ...(await faultsOfRoots(receipt)),
      ...(await faultsBeside(receipt, signers, beside)),
      ...faults,
    ],
    events: events.map((event) => ({ type: event.type, at: writtenAt(event) })),
    root: roots.map(statementOf).find(({ number }) => number === last) ?? null,
    signers,
    stamp,
  }
}
