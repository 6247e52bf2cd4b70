import { type RawBuilder, sql } from 'kysely'
import type { IntakeState } from '#features/ground/put-aside/rules.ts'
import type { ReplyOf, SortName } from '#platform/contract/contract.ts'
import { brokenLineCodes, type LineProblem } from '#platform/contract/imports.ts'
import type { Db } from '#platform/server/database/db.ts'
import { pageOf } from '#platform/server/database/pages-of-rows.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import { addDays, type Day, startOfHelsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { IncomingSource, intake, Mend } from '../contract.ts'

type FileView = ReplyOf<typeof intake.files>['items'][number]
type AsideView = ReplyOf<typeof intake.asides>['items'][number]

const bringer = (user: RawBuilder<unknown>) =>
  sql`(select nullif(concat_ws(' ', u.last_name, u.first_name), '') from users u where u.id = ${user})`

/** Files of the bank that were taken, or refused, and those of everybody else, in the same columns. */
const allFiles = sql`
  select b.id, 'BANK' as source, b.name, b.kind, ${bringer(sql`b.created_by`)} as "broughtBy", b.created_at as "createdAt",
         b.entry_count as taken, b.known_count as known,
         (select count(*)::int from bank_doubts d where d.bank_file_id = b.id and d.state = 'OPEN') as aside,
         jsonb_array_length(b.skipped_accounts) as skipped, null::text as "refusedFor", null::int as "refusedLine"
    from bank_files b
  union all
  select d.id, 'BANK', d.file_name, null, null, d.created_at, 0, 0, (d.state = 'OPEN')::int, 0, coalesce(d.raw -> 0 ->> 1, d.reason), d.line
    from bank_doubts d where d.reason = 'FILE_REFUSED'
  union all
  select f.id, f.source, f.name, null, ${bringer(sql`f.brought_by`)}, f.created_at, f.taken_count, f.known_count,
         (select count(*)::int from intake_asides a where a.intake_file_id = f.id and a.state = 'OPEN'), 0, f.refused_for, f.refused_line
    from intake_files f`

interface Paged {
  readonly page: number
  readonly limit: number
}

const paged = ({ page, limit }: Paged) => sql`limit ${limit} offset ${(page - 1) * limit}`

const createdAt = { filled: sql.ref('createdAt') }

/** The instants of a day of Helsinki. */
const ofDay = (day: Day) =>
  sql<boolean>`"createdAt" >= ${startOfHelsinkiDay(day)} and "createdAt" < ${startOfHelsinkiDay(addDays(day, 1))}`

export async function listFiles(
  db: Db,
  of: Paged & {
    day?: Day
    source?: IncomingSource
    refused?: boolean
    sort?: SortName<'createdAt'>
  },
) {
  const order = sortedBy(of.sort ?? '-createdAt', { createdAt })
  const wanted = sql.join(
    [
      sql`true`,
      ...(of.day ? [ofDay(of.day)] : []),
      ...(of.source ? [sql`source = ${of.source}`] : []),
      ...(of.refused === undefined ? [] : [of.refused ? sql`"refusedFor" is not null` : sql`"refusedFor" is null`]),
    ],
    sql` and `,
  )
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from (${allFiles}) f where ${wanted}`.execute(db)
  const rows = await sql<Omit<FileView, 'createdAt'> & { createdAt: Date }>`
    select * from (${allFiles}) f where ${wanted} order by ${order} ${paged(of)}`.execute(db)
  const items = rows.rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
  return pageOf(items, { ...of, total: counted.rows[0]!.total })
}

export async function summaryOf(db: Db, day: Day) {
  const result = await sql<{ files: number; taken: number; refused: number; aside: number }>`
    select count(*)::int as files, coalesce(sum(taken), 0)::int as taken, count("refusedFor")::int as refused,
           ((select count(*) from bank_doubts where state = 'OPEN') + (select count(*) from intake_asides where state = 'OPEN'))::int as aside
      from (${allFiles}) f where ${ofDay(day)}`.execute(db)
  return { day, ...result.rows[0]! }
}

interface AsideRow {
  id: string
  version: number
  source: IncomingSource
  reason: AsideView['reason']
  state: IntakeState
  fileName: string
  line: number
  about: string | null
  raw: [string, string][]
  problems: LineProblem[]
  readings: number[]
  canTake: boolean
  note: string | null
  createdAt: Date
}

const allAsides = sql`
  select d.id, d.version, 'BANK' as source, d.reason, d.state, d.file_name as "fileName", d.line,
         nullif(concat_ws(' · ', d.amount_text, coalesce(d.counterparty_name, d.reference)), '') as about, d.raw, '[]'::jsonb as problems,
         coalesce((select jsonb_agg(r -> 'amountCents') from jsonb_array_elements(d.readings) r), '[]') as readings,
         d.movements is not null as "canTake", d.note, d.created_at as "createdAt"
    from bank_doubts d
  union all
  select a.id, a.version, a.source, a.reason, a.state, f.name, a.line, a.about, a.raw, a.problems, coalesce(a.readings, '[]'),
         false, a.note, a.created_at
    from intake_asides a join intake_files f on f.id = a.intake_file_id`

/** Lines of lists that can be mended here; a lessor's comes with its next list. */
const mendable: readonly IncomingSource[] = ['STORES', 'LEGACY_ORDERS']

function mendOf({ state, source, reason, readings, canTake, problems }: AsideRow): Mend | null {
  if (state !== 'OPEN') return null
  if (readings.length > 0) return 'READING'
  if (canTake) return 'AS_IT_STANDS'
  if (reason === 'BUYER_UNCLEAR') return 'OURS'
  const isBroken = problems.some(({ code }) => brokenLineCodes.has(code))
  return reason === 'LINE_PROBLEM' && mendable.includes(source) && !isBroken ? 'TEXTS' : null
}

const asideView = (row: AsideRow): AsideView => {
  const { canTake: _, raw, readings, createdAt, ...others } = row
  return {
    ...others,
    raw: raw.map(([name, text]) => ({ name, text })),
    readings: readings.map(eurosFromCents),
    mend: mendOf(row),
    createdAt: createdAt.toISOString(),
  }
}

export async function listAsides(db: Db, of: Paged & { id?: string; state?: IntakeState }) {
  const wanted = sql`(${of.id ?? null}::uuid is null or id = ${of.id ?? null}) and (${of.state ?? null}::text is null or state = ${of.state ?? null})`
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from (${allAsides}) a where ${wanted}`.execute(db)
  const rows = await sql<AsideRow>`
    select * from (${allAsides}) a where ${wanted} order by "createdAt" desc, id desc ${paged(of)}`.execute(db)
  return pageOf(rows.rows.map(asideView), { ...of, total: counted.rows[0]!.total })
}

export async function findAside(db: Db, id: string): Promise<AsideView | undefined> {
  return (await listAsides(db, { page: 1, limit: 1, id })).items[0]
}
