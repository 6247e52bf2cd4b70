import { sql } from 'kysely'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { countOf } from '#platform/server/database/pages-of-rows.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { type lessorHome, PAGE_ROWS } from '../contract.ts'

type Home = ReplyOf<typeof lessorHome.get>
type Bill = Home['owes'][number]

export const lessorName = (db: Db, lessorId: string) =>
  db.selectFrom('leasing_companies').select('name').where('id', '=', lessorId).executeTakeFirst()

interface PageOf<Row> {
  readonly rows: Row[]
  /** Of all pages. */
  readonly total: number
}

const before = (page = 1) => (page - 1) * PAGE_ROWS

/** Open bills: of ours that the lessor pays, or of its own, or paid too much, that it is paid. */
export async function openBills(
  db: Db,
  lessorId: string,
  { theyPay, page }: { readonly theyPay: boolean; readonly page: number | undefined },
): Promise<PageOf<Bill>> {
  const isTheirs = sql<boolean>`(i.direction = 'SALES' and i.open_cents > 0)`
  const open = db
    .selectFrom('invoices as i')
    .where('i.leasing_company_id', '=', lessorId)
    .where('i.party', '=', 'LESSOR')
    .where('i.stage', 'not in', ['UNSAVED', 'UNFINISHED', 'NOT_SENT', 'OVERRIDDEN', 'INVALIDATED', 'DELETED'])
    .where('i.open_cents', '<>', 0)
    .where(sql<boolean>`${isTheirs} = ${theyPay}`)
  const rows = await open
    .leftJoin('leasing_agreements as a', 'a.id', 'i.agreement_id')
    .select(['i.id', 'i.number', 'i.direction', 'i.due_day', 'i.total_cents', 'i.open_cents', 'i.file_id'])
    .select('a.agreement_number')
    .orderBy('i.due_day')
    .orderBy('i.id')
    .limit(PAGE_ROWS)
    .offset(before(page))
    .execute()
  const bills = rows.map((row) => ({
    invoiceId: row.id,
    number: row.number,
    agreementNumber: row.agreement_number,
    dueDay: row.due_day,
    total: eurosFromCents(row.total_cents),
    open: eurosFromCents(Math.abs(row.open_cents!)),
    hasFile: row.direction === 'SALES' && row.file_id !== null,
  }))
  return { rows: bills, total: await countOf(db, open) }
}

interface AwaitedRow {
  kind: Home['awaited'][number]['kind']
  difference: Home['awaited'][number]['difference']
  number: string
  since: Date
  due: string | null
  total: number
}

/** Turns that are the lessor's, and what it was told of and has not answered. A bill to pay stands among the bills. */
export async function awaitedOf(
  db: Db,
  lessorId: string,
  page: number | undefined,
): Promise<PageOf<Home['awaited'][number]>> {
  const all = sql<Omit<AwaitedRow, 'total'>>`
    select case t.action when 'consent' then 'CONSENT' else 'INVOICE' end as kind, null as difference,
           a.agreement_number as number, t.since, t.due_day::text as due
      from open_turns t
      left join order_cancellations c on c.id = t.subject_id
      left join orders o on o.id = c.order_id
      left join redemptions r on r.id = t.subject_id
      join leasing_agreements a on a.id = coalesce(r.agreement_id, o.agreement_id)
     where t.awaited = 'LESSOR' and t.action in ('consent', 'invoice') and a.leasing_company_id = ${lessorId}
    union all
    select 'DIFFERENCE', d.kind, d.agreement_number, d.told_at, null
      from lessor_differences d
     where d.leasing_company_id = ${lessorId} and d.state = 'TOLD' and d.answered_at is null
`
  const { rows } = await sql<AwaitedRow>`
    select w.*, (select count(*)::int from (${all}) c) as total from (${all}) w
     order by w.due nulls last, w.since, w.number, w.difference limit ${PAGE_ROWS} offset ${before(page)}`.execute(db)
  const awaited = rows.map(({ kind, difference, number, since, due }) => ({
    kind,
    difference,
    agreementNumber: number,
    since: since.toISOString(),
    dueDay: due,
  }))
  return { rows: awaited, total: rows[0]?.total ?? 0 }
}

/** The files between the service and the lessor, the newest first. */
export async function filesOf(
  db: Db,
  lessorId: string,
  page: number | undefined,
): Promise<PageOf<Home['files'][number]>> {
  const own = db.selectFrom('lessor_files as f').where('f.leasing_company_id', '=', lessorId)
  const rows = await own
    .select(['f.id', 'f.kind', 'f.name', 'f.row_count', 'f.created_at'])
    .select((eb) =>
      eb
        .selectFrom('lessor_news as n')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('n.lessor_file_id', '=', 'f.id')
        .where('n.answer', 'is', null)
        .as('unanswered'),
    )
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(PAGE_ROWS)
    .offset(before(page))
    .execute()
  const files = rows.map((row) => ({
    lessorFileId: row.id,
    kind: row.kind,
    name: row.name,
    rows: row.row_count,
    unanswered: row.kind === 'NEWS' ? row.unanswered : null,
    createdAt: row.created_at.toISOString(),
  }))
  return { rows: files, total: await countOf(db, own) }
}

/** Signed agreements that the lessor finances, the newest first. */
export async function agreementsOf(
  db: Db,
  lessorId: string,
  page: number | undefined,
): Promise<PageOf<Home['agreements'][number]>> {
  const own = db
    .selectFrom('leasing_agreements as a')
    .where('a.leasing_company_id', '=', lessorId)
    .where('a.status', '=', 'SIGNED')
  const rows = await own
    .innerJoin('companies as c', 'c.id', 'a.company_id')
    .leftJoin('orders as o', 'o.agreement_id', 'a.id')
    .select(['a.id', 'a.agreement_number', 'c.name as company', 'o.bike_brand', 'o.bike_model', 'a.start_day'])
    .select(['a.instalment_cents', 'a.lease_state'])
    .select(sql<string | null>`coalesce(a.ended_day, least(a.ends_on, a.end_day))::text`.as('last_day'))
    .distinctOn(['a.created_at', 'a.id'])
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(PAGE_ROWS)
    .offset(before(page))
    .execute()
  return {
    rows: rows.map((row) => ({
      leasingAgreementId: row.id,
      agreementNumber: row.agreement_number,
      companyName: row.company,
      bike: nameOfBike(row),
      startDay: row.start_day,
      endDay: row.last_day,
      instalment: eurosFromCents(row.instalment_cents),
      leaseState: row.lease_state,
    })),
    total: await countOf(db, own),
  }
}

/** The stored file behind one of the lessor's own files. */
export const ownFile = (db: Db, lessorId: string, id: string) =>
  db
    .selectFrom('lessor_files')
    .select('file_id')
    .where('id', '=', id)
    .where('leasing_company_id', '=', lessorId)
    .executeTakeFirst()

/** The stored document of an invoice that the lessor was sent. */
export const ownInvoice = (db: Db, lessorId: string, id: string) =>
  db
    .selectFrom('invoices')
    .select('file_id')
    .where('id', '=', id)
    .where('leasing_company_id', '=', lessorId)
    .where('party', '=', 'LESSOR')
    .where('direction', '=', 'SALES')
    .where('sent_at', 'is not', null)
    .executeTakeFirst()
