// `npm run intake -- FOLDER`: takes the files of a folder into a service that is thrown away, each as it would come in, and
// prints what became of it: what it is, what was taken, put aside with its reason and line, skipped, known or refused.
// A statement's first account is taken as ours, unless `--account IBAN` says which is; e-invoices are for us where they
// name the brand's ids.
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { takeInFromBank } from '#features/money/banking/server/statements/take-in.ts'
import { takeInEInvoices } from '#features/money/e-invoices/server/receive.ts'
import { legacyOrders } from '#features/orders/orders/legacy-contract.ts'
import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { checkedRows } from '#features/pricing/tax/server/municipal-list.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { ImportReport, LineProblem } from '#platform/contract/imports.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { decoded } from '#platform/server/documents/reading/decode.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { signedInAs } from '#testing/builders.ts'
import type { Caller, World } from '#testing/world.ts'
import { openWorldOn } from '#testing/world-on.ts'

interface Trial {
  readonly world: World
  /** A super admin, who may bring every list. */
  readonly staff: Caller
}

/** What became of a file: one line on the whole, and one on each thing that was not taken as it stood. */
interface Outcome {
  readonly kind: string
  readonly whole: string
  readonly rest: readonly string[]
}

const { values, positionals } = parseArgs({ options: { account: { type: 'string' } }, allowPositionals: true })
const [folder] = positionals
if (!folder || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  console.error('Usage: npm run intake -- FOLDER [--account IBAN]')
  process.exit(2)
}

const filesOf = (of: string): string[] =>
  readdirSync(of, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(of, name))
    .filter((name) => statSync(name).isFile())
    .toSorted()

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

async function tryBankFile({ world }: Trial, file: string, start: string): Promise<Outcome> {
  const iban = values.account ?? accountIn(start) ?? world.services.brand.iban
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
  const body = content as never
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

function tryFile(trial: Trial, file: string): Promise<Outcome> {
  const start = decoded(readFileSync(file)).slice(0, 20_000)
  if (/<(\w+:)?(BkToCstmr\w+|CstmrPmtStsRpt)\b|camt\.05[234]|pain\.002/.test(start))
    return tryBankFile(trial, file, start)
  if (/<(\w+:)?Finvoice\b/.test(start)) return tryEInvoices(trial, file)
  if (/^\s*<(\?xml|!DOCTYPE|\w)/.test(start)) return tryBankFile(trial, file, start)
  return tryList(trial, file)
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-intake-'))
const postgres = await startEmbeddedPostgres({ dataDir, fsync: false })
try {
  const pool = new pg.Pool({ ...postgres.connection, max: 1 })
  await migrate(pool)
  await pool.end()
  const world = await openWorldOn(postgres.connection, {})
  const trial = { world, staff: await signedInAs(world, 'SUPER_ADMIN') }
  console.log(
    `E-invoices are for us where they name ${world.services.brand.legalName}, ${world.services.brand.businessId}.`,
  )
  for (const file of filesOf(folder)) {
    const { kind, whole, rest } = await tryFile(trial, file)
    console.log(`\n${path.relative(folder, file)}\n  ${kind}: ${whole}`)
    for (const line of rest) console.log(`  ${line}`)
  }
  await world.close()
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
