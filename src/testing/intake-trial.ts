import { createReadStream, readFileSync } from 'node:fs'
import path from 'node:path'
import { takeInFromBank } from '#features/money/banking/server/statements/take-in.ts'
import { takeInEInvoices } from '#features/money/e-invoices/server/receive.ts'
import { legacyOrders } from '#features/orders/orders/legacy-contract.ts'
import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { checkedRows } from '#features/pricing/tax/server/municipal-list.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { ImportReport, LineProblem } from '#platform/contract/imports.ts'
import { decoded } from '#platform/server/documents/reading/decode.ts'
import { unpacked } from '#platform/server/documents/reading/unpack.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { Caller, World } from './world.ts'

export interface Trial {
  readonly world: World
  /** A super admin, who may bring every list. */
  readonly staff: Caller
  /** The account that is ours; else the first one that a statement names is. */
  readonly account?: string | undefined
}

/** What became of a file: one line on the whole, and one on each thing that was not taken as it stood. */
export interface Outcome {
  readonly kind: string
  readonly whole: string
  readonly rest: readonly string[]
}

const details = (error: AppError) =>
  [error.code, ...Object.entries(error.extras.details ?? {}).map(([name, value]) => `${name} ${String(value)}`)].join(
    ', ',
  )

const refused = (kind: string, error: unknown): Outcome => {
  if (!(error instanceof AppError)) throw error
  return { kind, whole: `refused whole: ${details(error)}`, rest: [] }
}

/** The account that a statement is of, by its first lines. */
const accountIn = (start: string) => /<(?:\w+:)?Acct>[\s\S]*?<(?:\w+:)?IBAN>\s*([A-Z0-9 ]+?)\s*</.exec(start)?.[1]

async function tryBankFile({ world, account }: Trial, file: string, start: string): Promise<Outcome> {
  const iban = account ?? accountIn(start) ?? world.services.brand.iban
  const services = { ...world.services, brand: { ...world.services.brand, iban } }
  const db = services.database.primary
  try {
    const id = await takeInFromBank(services, { name: path.basename(file), open: () => createReadStream(file) })
    const row = await db.selectFrom('bank_files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const doubts = await db
      .selectFrom('bank_doubts')
      .select(['reason', 'line', 'amount_text', 'message', 'reference'])
      .where('bank_file_id', '=', id)
      .orderBy('line')
      .execute()
    const skipped = row.skipped_accounts as readonly unknown[]
    return {
      kind: row.kind,
      whole: `${row.entry_count} taken (${row.matched_count} matched), ${row.known_count} known, ${row.doubt_count} put aside, ${skipped.length} accounts skipped`,
      rest: [
        ...doubts.map((one) =>
          [`aside, line ${one.line}: ${one.reason}`, one.amount_text, one.reference, one.message]
            .filter(Boolean)
            .join(' · '),
        ),
        ...skipped.map((one) => `skipped: ${JSON.stringify(one)}`),
      ],
    }
  } catch (error) {
    return refused('bank file', error)
  }
}

async function tryEInvoices({ world: { services } }: Trial, file: string): Promise<Outcome> {
  const content = readFileSync(file)
  try {
    return await services.database.transaction(async (db) => {
      const brought = { name: path.basename(file), content, actor: systemActor }
      const { taken, aside, known } = await takeInEInvoices(db, services, brought)
      const received = await db
        .selectFrom('received_e_invoices')
        .select(['number', 'seller_name', 'total_cents'])
        .where('id', 'in', [...taken, services.env.id()])
        .execute()
      const asides = await db
        .selectFrom('intake_asides')
        .select(['reason', 'line', 'about'])
        .where('id', 'in', [...aside, services.env.id()])
        .orderBy('line')
        .execute()
      return {
        kind: 'e-invoices',
        whole: `${taken.length} taken, ${known} known, ${aside.length} put aside`,
        rest: [
          ...received.map((one) => `taken: ${one.seller_name} ${one.number}, ${one.total_cents} cents`),
          ...asides.map((one) => `aside, line ${one.line}: ${one.reason} · ${one.about ?? ''}`),
        ],
      }
    })
  } catch (error) {
    return refused('e-invoices', error)
  }
}

const problemLine = ({ line, column, code, value }: LineProblem) =>
  `line ${line}: ${code}${column ? ` at ${column}` : ''}${value ? ` · ${value}` : ''}`

const isOtherList = (problems: readonly LineProblem[]) =>
  problems.some(({ code }) => code === 'COLUMN_MISSING' || code === 'FILE_UNREADABLE')

/** A list is what its head says: the first kind of which no column is missing. */
async function tryList({ world, staff }: Trial, file: string): Promise<Outcome> {
  const content = readFileSync(file)
  const query = { dryRun: false, fileName: path.basename(file) }
  const headers = { 'content-type': 'text/csv' }
  const body = content
  const unread: LineProblem[] = []
  for (const [kind, endpoint] of [
    ['stores', bikeStores.importStores],
    ['orders of the earlier site', legacyOrders.import],
  ] as const) {
    const reply = await world.call(endpoint, { as: staff, query, body, headers })
    const report = (reply.status === 200 ? reply.body : reply.body.details) as ImportReport | undefined
    if (!report?.problems) return { kind, whole: `refused whole: ${reply.body.code}`, rest: [] }
    if (isOtherList(report.problems)) unread.push(...report.problems)
    else
      return {
        kind,
        whole: `${report.created} new, ${report.updated} changed, ${report.unchanged} as before, ${report.aside} put aside`,
        rest: report.problems.map(problemLine),
      }
  }
  const { rows, problems } = checkedRows(content, Number(helsinkiDay(world.env.now()).slice(0, 4)))
  if (!isOtherList(problems))
    return { kind: 'rates of municipalities', whole: `${rows.length} rows read`, rest: problems.map(problemLine) }
  const first = unread.find(({ code }) => code === 'FILE_UNREADABLE')
  return {
    kind: 'unknown',
    whole: `refused whole: ${first ? problemLine(first) : 'no list or document that we know'}`,
    rest: [],
  }
}

const startOf = (content: Uint8Array) => decoded(content).slice(0, 20_000)

/** How a file begins once it is unpacked. */
async function unpackedStart(content: Uint8Array): Promise<string> {
  try {
    const pieces: Uint8Array[] = []
    for await (const piece of unpacked([content])) pieces.push(piece)
    return startOf(Buffer.concat(pieces))
  } catch {
    return startOf(content)
  }
}

/** Takes a file in as it would come in, told by what is in it. */
export async function tryFile(trial: Trial, file: string): Promise<Outcome> {
  const content = readFileSync(file)
  const inner = await unpackedStart(content)
  if (/<(\w+:)?(BkToCstmr\w+|CstmrPmtStsRpt)\b|camt\.05[234]|pain\.002/.test(inner))
    return tryBankFile(trial, file, inner)
  const start = startOf(content)
  if (/<(\w+:)?Finvoice\b/.test(start)) return tryEInvoices(trial, file)
  if (/^\s*<(\?xml|!DOCTYPE|\w)/.test(start)) return tryBankFile(trial, file, start)
  return tryList(trial, file)
}
