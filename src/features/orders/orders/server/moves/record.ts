import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { EmployeeStatus } from '#features/ground/employment/rules.ts'
import { type NamedTerms, termsInForceOf, termsOf } from '#features/ground/terms/server/in-force.ts'
import { storeAddress } from '#features/pricing/bike-stores/server/queries.ts'
import type { LeaseState } from '#features/pricing/leasing/rules/lease-period.ts'
import type { PriceCard } from '#features/pricing/leasing/rules/price-card.ts'
import type { ExcessPolicy } from '#features/pricing/leasing/rules/price-limit.ts'
import { companyIsLeaving } from '#features/pricing/leasing/server/leaving-companies.ts'
import type { BenefitModel } from '#features/pricing/tax/rules/benefit-models.ts'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { keptStatement } from '#platform/server/database/statements.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { OrderStatus } from '../../rules.ts'
import { isOpenOrder, leasesTakenOver } from '../open-orders.ts'
import { hasOtherSigner } from '../signers.ts'

/** One accessory of a package. */
export interface Accessory {
  readonly name: string
  readonly priceCents: number
}

export type OrderRow = Omit<Selectable<Tables['orders']>, 'accessories' | 'snapshot' | 'status' | 'resume_status'> & {
  status: OrderStatus
  resume_status: OrderStatus | null
  accessories: Accessory[]
  snapshot: PriceCard | null
}

/** Columns that a command writes, as they are read. */
export type OrderColumns = Partial<OrderRow>

/** An order with everything that its rules, its view and its documents ask about. */
export interface OrderRecord {
  readonly order: OrderRow
  readonly related: RelatedRows
}

/** The rows around an order: person, company, policy, store, agreement, lessor, invoices. */
export interface RelatedRows {
  readonly owner_id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly work_email: string
  readonly person_language: LanguageCode
  readonly person_status: EmployeeStatus
  readonly employee_number: string | null
  readonly last_working_day: string
  readonly job_trial_period_end: string | null
  readonly absence_from: string | null
  readonly absence_to: string | null
  readonly employee_max_price_cents: number | null
  readonly employee_benefit_model: BenefitModel | null
  readonly unit_name: string | null
  readonly company_name: string
  readonly business_id: string
  readonly company_active: boolean
  readonly company_address: string | null
  readonly company_max_price_cents: number
  readonly leasing_company_id: string | null
  readonly signer_user_ids: string[]
  readonly policy_id: string | null
  readonly policy_number: number | null
  readonly policy_max_price_cents: number | null
  readonly policy_excess: ExcessPolicy
  readonly policy_order_count: number
  readonly policy_requires_trial_over: boolean
  readonly policy_allows_leave: boolean
  readonly policy_benefit_model: BenefitModel
  readonly policy_home_delivery: boolean
  readonly policy_body: string
  /** Terms in force in the employee's language: of the agreement, and of the insurance once there are some. */
  readonly terms_in_force: NamedTerms | null
  readonly insurance_in_force: NamedTerms | null
  /** The insurance terms that the order has accepted. */
  readonly accepted_insurance: NamedTerms | null
  readonly open_orders: number
  /** The seller's: the store's, or what the buyer has written of an online shop without a store. */
  readonly store_name: string | null
  readonly store_email: string | null
  readonly store_phone: string | null
  readonly store_address: string | null
  readonly store_active: boolean
  readonly store_payment_terms_days: number | null
  readonly store_opening_hours: string | null
  readonly store_language: 'fi' | 'en' | 'sv'
  readonly store_iban: string | null
  readonly agreement_status: 'PENDING' | 'SIGNED' | 'REJECTED' | null
  readonly agreement_number: string | null
  readonly agreement_terms: NamedTerms | null
  readonly agreement_version: number | null
  readonly agreement_document_sha256: string | null
  readonly agreement_lease_state: LeaseState | null
  readonly agreement_price_cents: number | null
  readonly agreement_excess_cents: number | null
  readonly agreement_lease_months: number | null
  readonly agreement_start_day: string | null
  readonly agreement_end_day: string | null
  /** The last day, where it is before the agreed one. */
  readonly agreement_ends_on: string | null
  readonly agreement_instalment_cents: number | null
  readonly agreement_sealed_document_id: string | null
  readonly tax_regime: 'EXEMPT_GRANDFATHERED' | 'EXEMPT_2025' | 'TAXABLE' | null
  readonly lessor_kind: 'OPERATOR' | 'GRENKE' | 'LEASE_PLUS' | 'OTHER' | null
  readonly lessor_name: string | null
  readonly lessor_business_id: string | null
  readonly lessor_address: string | null
  readonly lessor_authority_reference: string | null
  readonly lessor_authority_day: string | null
  readonly employee_signed_at: Date | null
  readonly employer_signed_at: Date | null
  /** Somebody other than the buyer can sign for the employer. */
  readonly has_signer: boolean
  readonly invoice_id: string | null
  readonly invoice_status: string | null
  readonly invoice_difference_cents: number | null
  readonly invoice_difference_reason: string | null
  /** The store's own invoice has come, matched or not. */
  readonly has_store_invoice: boolean
  /** The person's bill for what the package costs over the limit is paid. */
  readonly excess_paid: boolean
  readonly sales_invoice_open: boolean
  readonly sales_invoice_id: string | null
  /** Documents of the order whose PDF is still being made. */
  readonly certificate_being_made: boolean
  readonly sales_invoice_being_made: boolean
  readonly delivery_token_issued: boolean
  readonly has_open_money: boolean
  /** When employee or employer asked for the order's cancellation, while there is no answer yet. */
  readonly cancellation_asked_at: Date | null
  /** Of the order's newest cancellation. */
  readonly cancellation_status: 'PENDING' | 'COMPLETED' | 'CANCELLED' | null
  readonly cancellation_settled: boolean
  /** Said by the cancellation that completes with money moved; never read, so that nobody else takes O22. */
  readonly refunds_settled?: boolean
}

/**
 * Whether a cancelled order still has money to settle: its cancellation is open, or it has none and has invoices that are
 * neither void nor credited as a whole.
 */
export const openMoneyOf = (orderId: string | RawBuilder<unknown>) =>
  sql<boolean>`coalesce((select bool_or(xc.status = 'PENDING') from order_cancellations xc where xc.order_id = ${orderId}), exists (select 1 from invoices mi where mi.order_id = ${orderId} and mi.credited_invoice_id is null
    and mi.status not in ('UNSAVED', 'UNFINISHED', 'DELETED', 'INVALIDATED', 'OVERRIDDEN', 'STARTED', 'INVOICED')
    and (mi.direction = 'PURCHASE' or mi.credited_cents < mi.total_cents)))`

/** Whether the bill for what an order costs over the limit is paid. */
export const excessPaid = (orderId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from invoices xi where xi.order_id = ${orderId} and xi.purpose = 'EXCESS' and xi.direction = 'SALES'
    and xi.credited_invoice_id is null and xi.status in ('PAID', 'MARKED_PAID'))`

/** Invoices of a purchase that are not the store's own: a purchase order that only waits for it, and what is void. */
const notTheStores = sql`('STARTED', 'INVOICED', 'OVERRIDDEN', 'INVALIDATED', 'DELETED')`

/** The store's own invoice `i`, from its arrival on. */
export const isStoreInvoice = sql<boolean>`(i.direction = 'PURCHASE' and i.credited_invoice_id is null and i.status not in ${notTheStores})`

/** Whether the store's own invoice of an order has come: before it the store is awaited, from then on its match. */
export const storeInvoiceCame = (orderId: string | RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from invoices i where i.order_id = ${orderId} and ${isStoreInvoice})`

/** Columns through which an order's row is inside a scope. */
const scopeColumns = { company: 'o.company_id', owner: 'e.user_id' }

/** Finds an order inside the scope; null is "not found", whether it is foreign or does not exist. */
export async function findOrder(db: Db, scope: Scope, orderId: string): Promise<OrderRecord | null> {
  return read(db, scope, orderId, false)
}

/** Finds and locks an order until the transaction ends: every change of an order begins here. */
export async function lockOrder(db: Db, scope: Scope, orderId: string): Promise<OrderRecord | null> {
  return read(db, scope, orderId, true)
}

async function read(db: Db, scope: Scope, orderId: string, lock: boolean): Promise<OrderRecord | null> {
  let query = db
    .selectFrom('orders as o')
    .innerJoin('beneficiary_employees as e', 'e.id', 'o.beneficiary_employee_id')
    .selectAll('o')
    .where('o.id', '=', orderId)
    .where(within(scope, scopeColumns))
  if (lock) query = query.forUpdate('o')
  const order = (await query.executeTakeFirst()) as OrderRow | undefined
  if (!order) return null
  const related = await readRelated(db, order)
  return { order, related }
}

/** Whether somebody has asked for the cancellation of an order and has no answer yet. */
export const cancellationAsked = (orderId: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from order_cancellation_requests cr where cr.order_id = ${orderId} and cr.state = 'OPEN')`

/** Since when an order's cancellation is asked for; null when nobody waits for an answer. */
export const cancellationAskedAt = (orderId: RawBuilder<string>): RawBuilder<Date | null> =>
  sql<Date | null>`(select cr.created_at from order_cancellation_requests cr where cr.order_id = ${orderId} and cr.state = 'OPEN')`

/** The order's newest cancellation, as `oc`, and what it says of the order's steps. */
const newestCancellation = (
  orderId: RawBuilder<string>,
) => sql`left join lateral (select id, status from order_cancellations
  where order_id = ${orderId} order by opened_at desc, id desc limit 1) oc on true`
const cancellationOf = sql`oc.status as cancellation_status,
  exists (select 1 from order_cancellation_lines cl where cl.order_cancellation_id = oc.id and cl.state = 'SETTLED') as cancellation_settled`

/** Which documents of an order are still being made. */
const beingMadeOf = (order: {
  readonly id: RawBuilder<string>
  readonly certificate_file_id: RawBuilder<string | null>
}) => sql`
  exists (select 1 from documents_to_make m where m.file_id = ${order.certificate_file_id}) as certificate_being_made,
  exists (select 1 from invoices si join documents_to_make m on m.file_id = si.file_id where si.order_id = ${order.id} and si.direction = 'SALES'
    and si.purpose = 'LESSOR' and si.credited_invoice_id is null) as sales_invoice_being_made`

/** The order's columns that lead to the rows around it. */
type Leads = Pick<
  OrderRow,
  | 'id'
  | 'beneficiary_employee_id'
  | 'bike_store_id'
  | 'online_shop_name'
  | 'agreement_id'
  | 'purchase_invoice_id'
  | 'insurance_terms_id'
  | 'certificate_file_id'
>

const relatedRows = keptStatement<Leads, RelatedRows>(
  (order) => sql`
    select u.id as owner_id, u.first_name, u.last_name, u.email, u.work_email, u.language as person_language,
           e.status as person_status, e.employee_number, e.last_working_day, e.job_trial_period_end, e.absence_from, e.absence_to,
           e.max_price_cents as employee_max_price_cents, e.benefit_model as employee_benefit_model, cu.name as unit_name,
           c.name as company_name, c.business_id, c.active and c.deleted_at is null and not ${companyIsLeaving(sql`c.id`)} as company_active,
           nullif(concat_ws(', ', c.street_address, nullif(concat_ws(' ', c.postal_code, c.city), '')), '') as company_address,
           c.max_price_cents as company_max_price_cents,
           c.leasing_company_id, c.signer_user_ids,
           p.id as policy_id, p.number as policy_number, p.max_price_cents as policy_max_price_cents, coalesce(p.excess, 'NO') as policy_excess, coalesce(p.order_count, 1) as policy_order_count,
           coalesce(p.requires_trial_over, false) as policy_requires_trial_over, coalesce(p.allows_leave_before_end, false) as policy_allows_leave,
           coalesce(p.benefit_model, 'FROM_SALARY') as policy_benefit_model, coalesce(p.home_delivery, true) as policy_home_delivery, coalesce(p.translations ->> u.language, p.body, '') as policy_body,
           ${termsInForceOf('AGREEMENT', sql`u.language`)} as terms_in_force, ${termsInForceOf('INSURANCE', sql`u.language`)} as insurance_in_force,
           ${termsOf(sql`${order.insurance_terms_id}::uuid`)} as accepted_insurance, ${termsOf(sql`a.terms_id`)} as agreement_terms,
           (select count(*)::int from orders oo left join leasing_agreements la on la.id = oo.agreement_id
             where oo.beneficiary_employee_id = e.id and oo.id <> ${order.id} and ${isOpenOrder({ order: 'oo', agreement: 'la' })}) + ${leasesTakenOver('e.id')} as open_orders,
           coalesce(s.name, ${order.online_shop_name}) as store_name, s.email as store_email, s.phone as store_phone,
           ${storeAddress} as store_address,
           coalesce(s.active and s.deleted_at is null, ${order.online_shop_name}::text is not null) as store_active, s.payment_terms_days as store_payment_terms_days,
           s.opening_hours as store_opening_hours, coalesce(s.language, 'fi') as store_language, s.iban as store_iban,
           a.status as agreement_status, a.agreement_number, a.version as agreement_version, encode(a.document_sha256, 'hex') as agreement_document_sha256, a.lease_state as agreement_lease_state,
           a.price_cents as agreement_price_cents, a.excess_cents as agreement_excess_cents, a.lease_months as agreement_lease_months, a.start_day as agreement_start_day,
           a.end_day as agreement_end_day, a.ends_on as agreement_ends_on, a.instalment_cents as agreement_instalment_cents, a.tax_regime,
           (select d.id from signed_documents d where d.leasing_agreement_id = a.id and d.kind = 'AGREEMENT' and d.deleted_at is null
             order by d.created_at desc limit 1) as agreement_sealed_document_id,
           l.kind as lessor_kind, l.name as lessor_name, l.business_id as lessor_business_id,
           nullif(concat_ws(', ', l.street_address, nullif(concat_ws(' ', l.postal_code, l.city), ''), nullif(l.country, 'FI')), '') as lessor_address,
           l.authority_reference as lessor_authority_reference, l.authority_day as lessor_authority_day,
           (select g.signed_at from signatures g where g.leasing_agreement_id = a.id and g.party = 'EMPLOYEE') as employee_signed_at,
           (select g.signed_at from signatures g where g.leasing_agreement_id = a.id and g.party = 'EMPLOYER') as employer_signed_at,
           ${hasOtherSigner} as has_signer,
           i.id as invoice_id, i.status as invoice_status, i.difference_cents as invoice_difference_cents, i.difference_reason as invoice_difference_reason,
           exists (select 1 from invoices si where si.order_id = ${order.id} and si.direction = 'SALES' and si.purpose = 'LESSOR' and si.credited_invoice_id is null
             and si.status in ('SENT', 'PARTLY_PAID', 'PAID', 'MARKED_PAID') and si.credited_cents < si.total_cents) as sales_invoice_open,
           (select si.id from invoices si where si.order_id = ${order.id} and si.direction = 'SALES' and si.purpose = 'LESSOR' and si.credited_invoice_id is null
             order by si.created_at desc, si.id desc limit 1) as sales_invoice_id,
           ${storeInvoiceCame(order.id)} as has_store_invoice,
           ${excessPaid(sql`${order.id}::uuid`)} as excess_paid,
           ${beingMadeOf(order)}, ${openMoneyOf(order.id)} as has_open_money, ${cancellationOf},
           ${cancellationAskedAt(order.id)} as cancellation_asked_at,
           exists (select 1 from link_tokens t where t.subject_id = ${order.id} and t.purpose = 'delivery' and t.revoked_at is null) as delivery_token_issued
      from beneficiary_employees e join users u on u.id = e.user_id join companies c on c.id = e.company_id
      left join company_units cu on cu.id = e.unit_id
      left join lateral (select * from bike_policies bp where bp.company_id = c.id order by bp.number desc limit 1) p on true
      left join bike_stores s on s.id = ${order.bike_store_id}
      left join leasing_agreements a on a.id = ${order.agreement_id}
      left join leasing_companies l on l.id = coalesce(a.leasing_company_id, c.leasing_company_id)
      left join invoices i on i.id = ${order.purchase_invoice_id}
      ${newestCancellation(order.id)}
     where e.id = ${order.beneficiary_employee_id}`,
)

const readRelated = async (db: Db, order: OrderRow): Promise<RelatedRows> => (await relatedRows(db, order))[0]!

/** An order without an agreement, or with one that has just been opened: nothing of an earlier one remains. */
export const noAgreement = {
  agreement_status: null,
  agreement_number: null,
  agreement_terms: null,
  agreement_version: null,
  agreement_document_sha256: null,
  agreement_lease_state: null,
  agreement_price_cents: null,
  agreement_excess_cents: null,
  agreement_lease_months: null,
  agreement_start_day: null,
  agreement_end_day: null,
  agreement_ends_on: null,
  agreement_instalment_cents: null,
  agreement_sealed_document_id: null,
  tax_regime: null,
  employee_signed_at: null,
  employer_signed_at: null,
} as const satisfies Partial<RelatedRows>

/** Chain and ids of an order's events. */
export const orderEvent = (order: OrderRow) => ({
  subject: { type: 'order' as const, id: order.id },
  companyId: order.company_id,
  orderId: order.id,
  employeeId: order.beneficiary_employee_id,
})

/**
 * Writes columns of a locked order with `version + 1`.
 * @param around what the same command has changed beside the order
 * @returns the order as it stands now, without reading it again
 * @throws FRAME_NUMBER_EXISTS when another bike that is with us has the frame number
 */
export async function updateOrder(
  db: Db,
  { env }: Services,
  { order, related }: OrderRecord,
  { accessories, snapshot, ...columns }: OrderColumns,
  around: Partial<RelatedRows> = {},
): Promise<OrderRecord> {
  const row = await db
    .updateTable('orders')
    .set((eb) => ({
      ...columns,
      // Arrays and objects go into jsonb as text.
      ...(accessories ? { accessories: JSON.stringify(accessories) } : {}),
      ...(snapshot === undefined ? {} : { snapshot: snapshot && JSON.stringify(snapshot) }),
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'orders_frame_key')) throw new AppError('FRAME_NUMBER_EXISTS')
      throw error
    })
  return { order: row as OrderRow, related: { ...related, ...around } }
}
