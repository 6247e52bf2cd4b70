import { type Selectable, sql } from 'kysely'
import { withBank } from '#features/money/banking/server/matching/overpaid.ts'
import { owedStages } from '#features/money/invoices/rules/settlement.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import { sellerName } from '#features/orders/orders/server/store/seller.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { Day } from '#platform/values/days.ts'
import { type InvoiceFacts, proposeLines, standingOf } from '../rules/settlement.ts'
import type {
  BikePlace,
  CancellationStatus,
  LineDirection,
  LineParty,
  LineState,
  PayerType,
  ReasonCode,
} from '../rules.ts'

type CaseRow = Omit<Selectable<Tables['order_cancellations']>, 'status' | 'reason_code' | 'bike_at'> & {
  status: CancellationStatus
  reason_code: ReasonCode
  bike_at: BikePlace | null
}

export type LineRow = Omit<
  Selectable<Tables['order_cancellation_lines']>,
  'payer_type' | 'party' | 'direction' | 'state'
> & {
  payer_type: PayerType
  party: LineParty | null
  direction: LineDirection
  state: LineState
  invoice_number: string | null
  invoice_day: Day | null
  is_payment_standing: boolean
}

export interface UploadRow {
  readonly id: string
  readonly file_id: string
  readonly file_name: string
  readonly bytes: number
  readonly sha256: Buffer
  readonly uploaded_at: Date
  readonly uploader: string | null
  readonly deleted_at: Date | null
  readonly delete_reason: string | null
}

/** An invoice that a case concerns. */
export interface CaseInvoice extends InvoiceFacts {
  readonly number: string | null
  readonly purpose: string
  readonly otherParty: string
  /** A credit note of it was made since the case was opened. */
  readonly isCreditedSince: boolean
}

/** A payment of a purchase of the order: in the queue or a file, with the bank, or taken out because of the case. */
export interface CasePayment {
  readonly invoiceId: string
  readonly number: string | null
  readonly amountCents: number
  readonly state: 'QUEUED' | 'IN_FILE' | 'SENT' | 'REMOVED'
}

/** The rows around a case: order, person, company, store, agreement, lessor. */
export interface About {
  readonly order_number: string
  readonly order_status: OrderStatus
  readonly confirmed_day: string | null
  readonly delivery_day: string | null
  readonly frame_number: string | null
  readonly bike: string
  readonly owner_id: string
  readonly first_name: string
  readonly last_name: string
  readonly person_language: LanguageCode
  readonly company_name: string
  readonly company_language: LanguageCode
  readonly store_id: string | null
  readonly store_name: string | null
  /** The seller is an online shop that is no store of the register. */
  readonly is_online_shop: boolean
  readonly store_email: string | null
  readonly store_language: 'fi' | 'en' | 'sv'
  readonly agreement_id: string | null
  readonly agreement_number: string | null
  /** The last day that its cancellation has set. */
  readonly ends_on: string | null
  readonly lease_state: 'NOT_STARTED' | 'ACTIVE' | 'ENDED' | null
  readonly kept_from: string | null
  readonly lessor_id: string | null
  readonly lessor_name: string | null
  readonly lessor_kind: 'OPERATOR' | 'GRENKE' | 'LEASE_PLUS' | 'OTHER' | null
  readonly lessor_email: string | null
}

/** A case with everything that its rules, its view and its document ask about. */
export interface CaseRecord {
  readonly row: CaseRow
  readonly lines: readonly LineRow[]
  readonly uploads: readonly UploadRow[]
  readonly invoices: readonly CaseInvoice[]
  readonly payments: readonly CasePayment[]
  readonly about: About
}

/** The cases of a scope. */
export const casesIn = (db: Db, scope: Scope) =>
  db
    .selectFrom('order_cancellations as oc')
    .where(within(scope, { company: 'oc.company_id', employee: 'oc.beneficiary_employee_id' }))

/**
 * Finds a case inside the scope, its lines as the ledger has them by now; null is "not found", whether it is foreign or
 * does not exist.
 */
export async function findCase(db: Db, scope: Scope, id: string): Promise<CaseRecord | null> {
  const record = await read(db, casesIn(db, scope).selectAll('oc').where('oc.id', '=', id))
  return record?.row.status === 'PENDING' ? inStep(record) : record
}

/** The open lines that follow the ledger: money may have moved since the last change of the case has written them. */
function inStep(record: CaseRecord): CaseRecord {
  const { invoices, row } = record
  const proposals = new Map(proposeLines({ invoices, bikeAt: row.bike_at }).map((one) => [one.invoiceId, one]))
  const backOf = (id: string) => invoices.find(({ invoiceId }) => invoiceId === id)!.backCents
  const lines = record.lines.flatMap((line): LineRow[] => {
    if (line.state !== 'OPEN' || line.invoice_id === null) return [line]
    const proposal = proposals.get(line.invoice_id)
    if (!proposal) return line.is_proposed ? [] : [line]
    return [{ ...line, expected_cents: proposal.expectedCents, ...standingOf(proposal, backOf(line.invoice_id)) }]
  })
  return { ...record, lines }
}

/** Finds and locks a case until the transaction ends: every change of a case begins here. */
export async function lockCase(db: Db, scope: Scope, id: string): Promise<CaseRecord | null> {
  return read(db, casesIn(db, scope).selectAll('oc').where('oc.id', '=', id).forUpdate('oc'))
}

async function read(db: Db, query: { executeTakeFirst(): Promise<unknown> }): Promise<CaseRecord | null> {
  const row = (await query.executeTakeFirst()) as CaseRow | undefined
  if (!row) return null
  const about = await readAbout(db, row.order_id)
  return {
    row,
    about,
    lines: await readLines(db, row.id),
    uploads: await readUploads(db, row.id),
    invoices: await readInvoices(db, row, about.agreement_id),
    payments: await readPayments(db, row),
  }
}

async function readAbout(db: Db, orderId: string): Promise<About> {
  const found = await sql<About>`
    select o.order_number, o.status as order_status, o.commitment_day as confirmed_day, o.delivery_day, o.frame_number,
           concat_ws(' ', o.bike_brand, o.bike_model) as bike,
           u.id as owner_id, u.first_name, u.last_name, u.language as person_language, c.name as company_name, c.language as company_language,
           s.id as store_id, ${sellerName} as store_name, s.email as store_email, coalesce(s.language, 'fi') as store_language,
           (o.online_shop_name is not null) as is_online_shop,
           a.id as agreement_id, a.agreement_number, a.ends_on, a.lease_state, a.kept_from,
           l.id as lessor_id, l.name as lessor_name, l.kind as lessor_kind, l.invoice_email as lessor_email
      from orders o join beneficiary_employees e on e.id = o.beneficiary_employee_id join users u on u.id = e.user_id
      join companies c on c.id = o.company_id left join bike_stores s on s.id = o.bike_store_id
      left join leasing_agreements a on a.id = o.agreement_id left join leasing_companies l on l.id = a.leasing_company_id
     where o.id = ${orderId}`.execute(db)
  return found.rows[0]!
}

async function readPayments(db: Db, { order_id: orderId, opened_at: openedAt }: CaseRow): Promise<CasePayment[]> {
  const found = await sql<CasePayment>`
    select i.id as "invoiceId", i.number, p.amount_cents as "amountCents",
           case when p.state = 'QUEUED' and p.payment_file_id is not null then 'IN_FILE' else p.state end as state
      from invoices i join payment_orders p on p.invoice_id = i.id
     where i.order_id = ${orderId} and i.direction = 'PURCHASE' and p.kind = 'INVOICE'
       and (p.state in ('QUEUED', 'SENT') or (p.state = 'REMOVED' and p.reason = 'ORDER_CANCELLED' and p.updated_at >= ${openedAt}))
     order by p.created_at, p.id`.execute(db)
  return found.rows
}

async function readLines(db: Db, caseId: string): Promise<LineRow[]> {
  const found = await sql<LineRow>`
    select l.*, i.number as invoice_number, i.issue_day as invoice_day,
           l.payment_id is not null and not exists (select 1 from payments r where r.reverses_payment_id = l.payment_id) as is_payment_standing
      from order_cancellation_lines l left join invoices i on i.id = l.invoice_id
     where l.order_cancellation_id = ${caseId} order by l.position, l.id`.execute(db)
  return found.rows
}

async function readUploads(db: Db, caseId: string): Promise<UploadRow[]> {
  const found = await sql<UploadRow>`
    select f.id, f.file_id, f.file_name, f.bytes, f.sha256, f.uploaded_at, f.deleted_at, f.delete_reason,
           u.first_name || ' ' || u.last_name as uploader
      from refund_uploads f left join users u on u.id = f.uploaded_by
     where f.order_cancellation_id = ${caseId} order by f.uploaded_at, f.id`.execute(db)
  return found.rows
}

const owed = sql.join(owedStages.map((stage) => sql.lit(stage)))

/** The month that a line `l` of an invoice bills: its key's, what it corrects, its run's, or that of its supply. */
const billedMonth = (invoice: 'i' | 'm') => {
  const of = sql.raw(invoice)
  return sql`coalesce(split_part(l.source_key, ':', 3), l.corrects_month, ${of}.billing_month, to_char(coalesce(${of}.supply_day, ${of}.issue_day), 'YYYY-MM'))`
}

/**
 * The months of a lease that were billed and are not used: instalments and monthly fees of runs, instalments billed by
 * hand, and what a person was billed in their employer's place.
 */
const unusedLine = (
  agreementId: string | null,
  invoice: 'i' | 'm',
) => sql`(l.agreement_id = ${agreementId} and (l.purpose in ('INSTALMENT', 'ABSENCE') or (l.purpose = 'FEE' and l.source_key is not null))
  and ${billedMonth(invoice)} > (select to_char(coalesce(a.ended_day, case when a.ends_as = 'CANCELLED' then a.ends_on end), 'YYYY-MM') from leasing_agreements a where a.id = ${agreementId}))`

/** The order's own invoices of store, lessor and excess, and those with unused months of its lease. */
async function readInvoices(db: Db, row: CaseRow, agreementId: string | null): Promise<CaseInvoice[]> {
  const found = await sql<CaseInvoice>`
    select i.id as "invoiceId", i.number, i.direction, i.party, i.purpose, i.stage in (${owed}) as "isOwed", i.total_cents as "totalCents",
           i.credited_cents as "creditedCents", i.paid_cents as "paidCents", lc.kind as "lessorKind",
           ${withBank} as "withBankCents",
           coalesce(i.buyer ->> 'name', s.name, i.seller_name, lc.name, '') as "otherParty",
           coalesce((select sum(p.amount_cents) from payments p where p.invoice_id = i.id and p.created_at >= ${row.opened_at}
             and p.direction = case i.direction when 'SALES' then 'OUT' else 'IN' end), 0) as "backCents",
           exists (select 1 from payments p where p.invoice_id = i.id and p.method = 'SVEA' and p.direction = 'IN' and p.amount_cents > 0) as "isPaidBySvea",
           exists (select 1 from invoices n where n.credited_invoice_id = i.id and n.created_at >= ${row.opened_at}) as "isCreditedSince",
           coalesce((select jsonb_agg(jsonb_build_object('lineId', l.id, 'leftCents', l.gross_cents + coalesce((select sum(c.gross_cents)
               from invoice_lines c where c.credits_line_id = l.id), 0)) order by l.position)
             from invoice_lines l where l.invoice_id = i.id and i.direction = 'SALES'
              and (i.purpose in ('LESSOR', 'EXCESS') or ${unusedLine(agreementId, 'i')})), '[]') as "creditLines"
      from invoices i left join bike_stores s on s.id = i.bike_store_id left join leasing_companies lc on lc.id = i.leasing_company_id
     where i.credited_invoice_id is null and i.stage in (${owed}, 'RECEIVED')
       and ((i.order_id = ${row.order_id} and (i.direction = 'PURCHASE' or i.purpose in ('LESSOR', 'EXCESS')))
         or i.id = any(array(select m.id from invoice_lines l join invoices m on m.id = l.invoice_id
           where l.company_id = ${row.company_id} and l.credits_line_id is null and ${unusedLine(agreementId, 'm')})))
     order by i.direction, i.created_at, i.id`.execute(db)
  return found.rows
}
