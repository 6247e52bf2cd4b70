import { X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import { eventText, hashFacts } from '#platform/server/events/event-chain.ts'
import { sameHash, sha256 } from '#platform/server/runtime/secrets.ts'
import { pathOf, rootByPath } from './merkle-tree.ts'
import { isRootSigned, type LinkedRow, leafOf, type RootStatement, statementOf } from './record-roots.ts'

/** What the log tells of how an agreement was signed. */
const receiptTypes = [
  'AGREEMENT_TERMS_SET',
  'AGREEMENT_SIGNATURE_GIVEN',
  'LEASING_AGREEMENT_SIGNED',
  'DOCUMENT_SEALED',
] as const

interface ReceiptEvent {
  readonly id: string
  readonly type: string
  /** What the log says, as it was hashed. */
  readonly text: string
  /** The facts and the salt, where the text holds their hash alone; null where they were taken out by law. */
  readonly data: unknown
  readonly salt: string | null
  /** The event's link in its chain; whoever has the log compares it. */
  readonly hash: string
  readonly root: number
  readonly place: number
  readonly path: readonly string[]
}

/** What its holder proves with, years later and without us, that the log held this at that hour. */
export interface Receipt {
  readonly format: 'poljin-receipt-1'
  readonly agreementNumber: string
  readonly events: readonly ReceiptEvent[]
  /** The roots from the first to the last that the events stand in, none left out. */
  readonly roots: readonly { readonly statement: string; readonly signature: string; readonly certificate: number }[]
  /** The certificates of the roots, in DER as base64. */
  readonly certificates: readonly string[]
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

type Leaf = LinkedRow & { root_number: number; place: number }

/** The receipt of an agreement that the caller may read; null while its sealed document stands in no tree yet. */
export async function receiptOf(
  db: Db,
  agreement: { readonly id: string; readonly number: string },
): Promise<Receipt | null> {
  const { rows } = await sql<Leaf>`
    select e.*, l.root_number, l.place from events e join record_leaves l on l.event_id = e.id
     where e.subject_type = 'agreement' and e.subject_id = ${agreement.id}::uuid and e.type = any(${[...receiptTypes]}::text[])
     order by e.position`.execute(db)
  if (!rows.some(({ type }) => type === 'DOCUMENT_SEALED')) return null
  const numbers = rows.map(({ root_number }) => root_number)
  const roots = await db
    .selectFrom('record_roots')
    .selectAll()
    .where('number', '>=', Math.min(...numbers))
    .where('number', '<=', Math.max(...numbers))
    .orderBy('number')
    .execute()
  const leaves = await leavesOf(db, [...new Set(numbers)])
  const certificates = [...new Set(roots.map(({ certificate }) => base64(certificate)))]
  return {
    format: 'poljin-receipt-1',
    agreementNumber: agreement.number,
    events: rows.map((row) => ({
      id: row.id,
      type: row.type,
      text: eventText(row.previous_hash, row),
      data: row.data_salt ? row.data : null,
      salt: row.data_salt ? hex(row.data_salt) : null,
      hash: hex(row.hash),
      root: row.root_number,
      place: row.place,
      path: pathOf(row.place, leaves.get(row.root_number)!).map(hex),
    })),
    roots: roots.map(({ statement, signature, certificate }) => ({
      statement,
      signature: base64(signature),
      certificate: certificates.indexOf(base64(certificate)),
    })),
    certificates,
  }
}

async function leavesOf(db: Db, numbers: readonly number[]): Promise<Map<number, Buffer[]>> {
  const rows = await db
    .selectFrom('record_leaves')
    .select(['root_number', 'leaf'])
    .where('root_number', 'in', numbers)
    .orderBy('root_number')
    .orderBy('place')
    .execute()
  const leaves = new Map<number, Buffer[]>(numbers.map((number) => [number, []]))
  for (const { root_number: number, leaf } of rows) leaves.get(number)!.push(leaf)
  return leaves
}

/** What is wrong with a receipt: in an event, in a root, or beside what it is compared with. */
export interface ReceiptFault {
  readonly what: 'FORM' | 'FACTS' | 'PATH' | 'ROOT' | 'SIGNATURE' | 'CERTIFICATE' | 'DOCUMENT' | 'LOG'
  readonly where: string
}

interface Beside {
  /** The sealed document, as its holder has it. */
  readonly document?: Uint8Array | undefined
  /** The operator's certificate from elsewhere, in DER or PEM. */
  readonly certificate?: Uint8Array | undefined
}

function isFactsRight({ text, data, salt }: ReceiptEvent): boolean {
  const parts = JSON.parse(text) as unknown[]
  // Without facts of its own the text either holds them itself, or they were taken out.
  return salt === null || parts.at(-2) === hex(hashFacts(Buffer.from(salt, 'hex'), data))
}

function isOnPath(event: ReceiptEvent, root: RootStatement | undefined): boolean {
  if (!root) return false
  const leaf = leafOf(Buffer.from(event.hash, 'hex'), event.text)
  const path = event.path.map((one) => Buffer.from(one, 'hex'))
  const found = rootByPath(leaf, { place: event.place, size: root.size }, path)
  return found !== null && hex(found) === root.root
}

/** The facts of an event, wherever the receipt has them. */
const factsIn = ({ text, data, salt }: ReceiptEvent) =>
  (salt === null ? (JSON.parse(text) as unknown[]).at(-2) : data) as { readonly sha256?: string } | null

/** Verifies a receipt with nothing but itself, and beside it what its holder has from elsewhere. */
export function verifyReceipt(receipt: Receipt, beside: Beside = {}): ReceiptFault[] {
  try {
    return faultsIn(receipt, beside)
  } catch {
    return [{ what: 'FORM', where: 'receipt' }]
  }
}

function faultsIn({ format, events, roots, certificates }: Receipt, beside: Beside): ReceiptFault[] {
  if (format !== 'poljin-receipt-1' || events.length === 0) return [{ what: 'FORM', where: 'receipt' }]
  const faults: ReceiptFault[] = []
  const stated = new Map(roots.map((root) => [statementOf(root).number, statementOf(root)]))
  for (const event of events) {
    if (!isFactsRight(event)) faults.push({ what: 'FACTS', where: event.id })
    if (!isOnPath(event, stated.get(event.root))) faults.push({ what: 'PATH', where: event.id })
  }
  for (const [index, { statement, signature, certificate }] of roots.entries()) {
    const { number, previous } = statementOf({ statement })
    const before = roots[index - 1]
    const isNext = !before || (previous === hex(sha256(before.statement)) && number === statementOf(before).number + 1)
    if (!isNext) faults.push({ what: 'ROOT', where: String(number) })
    const der = Buffer.from(certificates[certificate] ?? '', 'base64')
    if (!isRootSigned({ statement, signature: Buffer.from(signature, 'base64'), certificate: der }))
      faults.push({ what: 'SIGNATURE', where: String(number) })
  }
  if (beside.certificate) {
    const expected = new X509Certificate(beside.certificate).fingerprint256
    const isOther = certificates.some(
      (one) => new X509Certificate(Buffer.from(one, 'base64')).fingerprint256 !== expected,
    )
    if (isOther) faults.push({ what: 'CERTIFICATE', where: expected })
  }
  if (beside.document) {
    const digest = hex(sha256(beside.document))
    const isNamed = events.some((event) => event.type === 'DOCUMENT_SEALED' && factsIn(event)?.sha256 === digest)
    if (!isNamed) faults.push({ what: 'DOCUMENT', where: digest })
  }
  return faults
}

/** Who signed the roots of a receipt, to be compared with the certificate of the sealed document. */
export function signersOf({ certificates }: Receipt): { name: string; fingerprint: string }[] {
  return certificates.map((one) => {
    const { subject, fingerprint256 } = new X509Certificate(Buffer.from(one, 'base64'))
    return { name: subject.replaceAll('\n', ', '), fingerprint: fingerprint256 }
  })
}

/** Compares a receipt with a log: its events have to be there with their hashes, and its roots as they were. */
export async function compareReceipt(db: Db, { events, roots }: Receipt): Promise<ReceiptFault[]> {
  const kept = await db
    .selectFrom('events')
    .select(['id', 'hash'])
    .where(
      'id',
      'in',
      events.map(({ id }) => id),
    )
    .execute()
  const hashes = new Map(kept.map(({ id, hash }) => [id, hash]))
  const isKept = ({ id, hash }: ReceiptEvent) => {
    const found = hashes.get(id)
    return found !== undefined && sameHash(found, Buffer.from(hash, 'hex'))
  }
  const rows = await db
    .selectFrom('record_roots')
    .select('statement')
    .where(
      'number',
      'in',
      roots.map((root) => statementOf(root).number),
    )
    .execute()
  const statements = new Set(rows.map(({ statement }) => statement))
  return [
    ...events.filter((event) => !isKept(event)).map(({ id }) => ({ what: 'LOG' as const, where: id })),
    ...roots
      .filter(({ statement }) => !statements.has(statement))
      .map((root) => ({ what: 'LOG' as const, where: `root ${statementOf(root).number}` })),
  ]
}
