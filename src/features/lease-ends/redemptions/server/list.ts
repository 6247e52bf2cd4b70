import { sql } from 'kysely'
import type { QueryOf } from '#platform/contract/contract.ts'
import { searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { newestPage } from '#platform/server/database/pages-of-rows.ts'
import { type Scope, type SignedIn, within } from '#platform/server/database/scope.ts'
import { searchedIn } from '#platform/server/database/search.ts'
import { companyNameOf, personNameOf, sortedBy } from '#platform/server/database/sorted.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { RedemptionPaymentRow, redemptionPayments, redemptions } from '../contract.ts'
import { redemptionProcess } from '../rules/table.ts'
import {
  type RedemptionMethod,
  type RedemptionPaymentStatus,
  type RedemptionState,
  type RedemptionStatus,
  redemptionStatuses,
  statesOf,
} from '../rules.ts'
import { redemptionRows } from './record.ts'
import { rowView } from './view.ts'

export interface RedemptionFilter {
  readonly sort?: QueryOf<typeof redemptions.list>['sort']
  readonly page?: number | undefined
  readonly limit?: number | undefined
  readonly search?: string | undefined
  readonly status?: RedemptionStatus | RedemptionState | undefined
  readonly paymentMethod?: RedemptionMethod | 'PAYTRAIL' | undefined
  readonly leasingAgreementId?: string | undefined
  readonly id?: string | undefined
  readonly waitingFor?: string | undefined
  readonly grouped?: boolean | undefined
}

const isStatus = (word: string): word is RedemptionStatus => (redemptionStatuses as readonly string[]).includes(word)

/** An invoice that was paid online. */
const paidOnline = sql<boolean>`exists (select 1 from redemption_payments op join payments m on m.invoice_id = op.invoice_id
  where op.id = r.redemption_payment_id and m.method = 'PAYTRAIL' and m.direction = 'IN' and m.reverses_payment_id is null)`

function chosen(db: Db, scope: Scope, filter: RedemptionFilter) {
  const search = searchText(filter.search)
  const { status, paymentMethod: method } = filter
  const states: readonly RedemptionState[] = status === undefined ? [] : isStatus(status) ? statesOf[status] : [status]
  return db
    .selectFrom('redemptions as r')
    .where(within(scope, { company: 'r.company_id', employee: 'r.beneficiary_employee_id' }))
    .$if(search !== undefined, (q) => q.where(searchedIn(sql.ref('r.search_text'), search!)))
    .$if(states.length > 0, (q) => q.where('r.step', 'in', [...states]))
    .$if(method === 'PAYTRAIL', (q) => q.where('r.payment_method', '=', 'INVOICE').where(paidOnline))
    .$if(method !== undefined && method !== 'PAYTRAIL', (q) =>
      q.where('r.payment_method', '=', method as RedemptionMethod),
    )
    .$if(filter.id !== undefined, (q) => q.where('r.id', '=', filter.id!))
    .$if(filter.leasingAgreementId !== undefined, (q) => q.where('r.agreement_id', '=', filter.leasingAgreementId!))
}

const columns = {
  createdAt: { filled: sql.ref('r.created_at') },
  endMonth: { filled: sql.ref('r.end_month') },
  price: sql.ref('r.price_cents'),
  employeeName: personNameOf('r.beneficiary_employee_id'),
  companyName: companyNameOf('r.company_id'),
}

/** A page of redemptions, newest first. */
export async function listRedemptions(db: Db, scope: Scope, user: SignedIn, now: Date, filter: RedemptionFilter) {
  const { page = 1, limit = 20 } = filter
  const { rows, total, ...rest } = await newestPage(db, 'r', chosen(db, scope, filter), redemptionRows(db, scope), {
    page,
    limit,
    sorted: sortedBy(filter.sort, columns, sql.ref('r.id')),
    waiting: { process: redemptionProcess.name, scope, awaited: filter.waitingFor, grouped: filter.grouped },
  })
  return { items: rows.map((row) => rowView(row, user, now)), totalCount: total, ...rest }
}

interface PaymentFilter {
  readonly sort?: QueryOf<typeof redemptionPayments.list>['sort']
  readonly page?: number | undefined
  readonly limit?: number | undefined
  readonly search?: string | undefined
  readonly status?: RedemptionPaymentStatus | undefined
  readonly id?: string | undefined
}

/** Whether a payment of one redemption is the reader's own; batches bill the employer. */
const ofOwner = (scope: Scope) =>
  sql<boolean>`exists (select 1 from redemptions own join beneficiary_employees e on e.id = own.beneficiary_employee_id
    where own.redemption_payment_id = p.id and own.payment_method in ('INVOICE', 'SVEA') and own.buyer = 'EMPLOYEE' and e.user_id = ${scope.ownerId})`

const paymentsIn = (db: Db, scope: Scope) =>
  db.selectFrom('redemption_payments as p').where(within(scope, { company: 'p.company_id' }, ofOwner(scope)))

const paymentRows = (db: Db, scope: Scope) =>
  paymentsIn(db, scope)
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .leftJoin('invoices as i', 'i.id', 'p.invoice_id')
    .leftJoin('invoices as x', 'x.id', 'p.rest_invoice_id')
    .selectAll('p')
    .select([
      'c.name as company_name',
      'i.number as invoice_number',
      'i.open_cents',
      'x.open_cents as rest_open_cents',
      'i.paid_day',
      'i.issue_day',
      sql<string[]>`array(select x.id from redemptions x where x.redemption_payment_id = p.id order by x.id)`.as(
        'redemption_ids',
      ),
      sql<string>`coalesce((select string_agg(u.last_name || ' ' || u.first_name, ', ' order by u.last_name) from redemptions x join beneficiary_employees e on e.id = x.beneficiary_employee_id join users u on u.id = e.user_id where x.redemption_payment_id = p.id), '')`.as(
        'names',
      ),
    ])
export type PaymentRecord = Awaited<ReturnType<ReturnType<typeof paymentRows>['executeTakeFirstOrThrow']>>

export const paymentView = (row: PaymentRecord): RedemptionPaymentRow => ({
  id: row.id,
  version: row.version,
  status: row.status,
  paymentMethod: row.payment_method,
  companyId: row.company_id,
  companyName: row.company_name,
  names: row.names,
  dueDay: row.due_day,
  amount: eurosFromCents(row.amount_cents),
  open: row.open_cents === null ? null : eurosFromCents(row.open_cents + (row.rest_open_cents ?? 0)),
  paidDay: row.paid_day,
  invoiceId: row.invoice_id,
  invoiceNumber: row.invoice_number,
  bikeRedemptionIds: row.redemption_ids,
  createdAt: row.created_at.toISOString(),
})

export const findPaymentRow = (db: Db, scope: Scope, id: string) =>
  paymentRows(db, scope).where('p.id', '=', id).executeTakeFirst()

export const lockPaymentRow = (db: Db, scope: Scope, id: string) =>
  paymentRows(db, scope).where('p.id', '=', id).forUpdate('p').executeTakeFirst()

const columnsOfPayments = {
  createdAt: { filled: sql.ref('p.created_at') },
  dueDay: { filled: sql.ref('p.due_day') },
  amount: { filled: sql.ref('p.amount_cents') },
  companyName: companyNameOf('p.company_id'),
}

/** A page of redemption payments, newest first. */
export async function listRedemptionPayments(db: Db, scope: Scope, filter: PaymentFilter) {
  const { page = 1, limit = 20 } = filter
  const search = searchText(filter.search)
  const query = paymentsIn(db, scope)
    .$if(search !== undefined, (q) => q.where(searchedIn(sql.ref('p.search_text'), search!)))
    .$if(filter.status !== undefined, (q) => q.where('p.status', '=', filter.status!))
    .$if(filter.id !== undefined, (q) => q.where('p.id', '=', filter.id!))
  const { rows, total, ...rest } = await newestPage(db, 'p', query, paymentRows(db, scope), {
    page,
    limit,
    sorted: sortedBy(filter.sort, columnsOfPayments, sql.ref('p.id')),
  })
  return { items: rows.map(paymentView), totalCount: total, ...rest }
}
