import { sql } from 'kysely'
import { type InvoiceStage, settlementOf } from '#features/money/invoices/rules/settlement.ts'
import type { InvoicePurpose, PaymentMethod } from '#features/money/invoices/rules.ts'
import { type SortName, WHOLE_LIST_MAX } from '#platform/contract/contract.ts'
import { searchText } from '#platform/contract/validation.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Scope, within } from '#platform/server/database/scope.ts'
import { pageOfTexts } from '#platform/server/database/search.ts'
import { sortedBy } from '#platform/server/database/sorted.ts'
import type { Services } from '#platform/server/http/context.ts'
import { addDays, type Day, helsinkiDay, startOfHelsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import { userPaymentState } from '../rules/user-payments.ts'

export interface UserPaymentFilter {
  readonly sort?: SortName<keyof typeof columns> | undefined
  readonly searchTerm?: string | undefined
  readonly createdFrom?: Day | undefined
  readonly createdTo?: Day | undefined
  readonly sentFrom?: Day | undefined
  readonly sentTo?: Day | undefined
  readonly paidFrom?: Day | undefined
  readonly paidTo?: Day | undefined
  readonly isUserPaymentDone?: boolean | undefined
}

/** The invoices that bill people: staff see all, a person the sent ones of their own. */
function paymentsIn(db: Db, scope: Scope) {
  return db
    .selectFrom('invoices as i')
    .where('i.party', '=', 'PERSON')
    .where('i.direction', '=', 'SALES')
    .where('i.credited_invoice_id', 'is', null)
    .where(within({ ...scope, companyIds: [] }, { company: 'i.company_id', employee: 'i.beneficiary_employee_id' }))
    .$if(!scope.all, (q) => q.where('i.stage', '=', 'SENT'))
}

const isDone = sql<boolean>`(i.status in ('PAID', 'MARKED_PAID') or (i.stage = 'SENT' and i.open_cents <= 0))`

/** The bills that a filter without its search lets through. */
function chosen(db: Db, scope: Scope, filter: UserPaymentFilter) {
  const from = (day: Day) => startOfHelsinkiDay(day)
  const after = (day: Day) => startOfHelsinkiDay(addDays(day, 1))
  return paymentsIn(db, scope)
    .$if(filter.createdFrom !== undefined, (q) => q.where('i.created_at', '>=', from(present(filter.createdFrom))))
    .$if(filter.createdTo !== undefined, (q) => q.where('i.created_at', '<', after(present(filter.createdTo))))
    .$if(filter.sentFrom !== undefined, (q) => q.where('i.sent_at', '>=', from(present(filter.sentFrom))))
    .$if(filter.sentTo !== undefined, (q) => q.where('i.sent_at', '<', after(present(filter.sentTo))))
    .$if(filter.paidFrom !== undefined, (q) => q.where('i.paid_day', '>=', present(filter.paidFrom)))
    .$if(filter.paidTo !== undefined, (q) => q.where('i.paid_day', '<=', present(filter.paidTo)))
    .$if(filter.isUserPaymentDone !== undefined, (q) =>
      q.where(filter.isUserPaymentDone ? isDone : sql<boolean>`not ${isDone}`),
    )
}

/** What a row of the list says, with the last payment and the link by which the bill is paid. */
const rowsOf = (query: ReturnType<typeof paymentsIn>, now: Date) =>
  query
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .leftJoin('beneficiary_employees as e', 'e.id', 'i.beneficiary_employee_id')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .selectAll('i')
    .select(['c.name as company_name', 'u.first_name', 'u.last_name'])
    .select([
      sql<string>`(select l.description from invoice_lines l where l.invoice_id = i.id order by l.position limit 1)`.as(
        'description',
      ),
      sql<PaymentMethod | null>`(select p.method from payments p where p.invoice_id = i.id and p.reverses_payment_id is null order by p.created_at desc limit 1)`.as(
        'method',
      ),
      sql<
        string | null
      >`(select t.sealed from link_tokens t where t.subject_id = i.id and t.purpose = 'pay' and t.revoked_at is null and t.expires_at > ${now} order by t.created_at desc limit 1)`.as(
        'sealed_link',
      ),
      sql<boolean>`exists (select 1 from payroll_deductions d where d.invoice_id = i.id and d.ended_at is null)`.as(
        'is_from_pay',
      ),
    ])

type UserPaymentRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

interface ViewOf {
  readonly today: Day
  readonly vault: Services['vault']
  readonly isStaff: boolean
}

/** A row in the form of the wire; only the person gets the link by which it is paid. */
function userPaymentView(row: UserPaymentRow, { today, vault, isStaff }: ViewOf) {
  const open = row.stage === 'SENT' ? (row.open_cents ?? 0) : 0
  const settlement = settlementOf(
    {
      stage: row.stage as InvoiceStage,
      openCents: open,
      creditedCents: row.credited_cents,
      writtenOffCents: row.written_off_cents,
      totalCents: row.total_cents,
      dueDay: row.due_day,
    },
    today,
  )
  return {
    userPaymentId: row.id,
    invoiceId: row.id,
    beneficiaryEmployeeId: row.beneficiary_employee_id,
    employeeName: [row.last_name, row.first_name].filter(Boolean).join(' '),
    companyId: row.company_id,
    companyName: row.company_name,
    description: row.description,
    purpose: row.purpose as InvoicePurpose,
    number: row.number,
    referenceNumber: row.reference_number,
    createdDate: row.created_at.toISOString(),
    sentDate: row.sent_at?.toISOString() ?? null,
    paidDate: row.paid_day,
    dueDay: row.due_day,
    isUserPaymentDone: row.stage === 'SENT' && open <= 0,
    amount: eurosFromCents(row.total_cents),
    open: eurosFromCents(open),
    method: row.method,
    isFromPay: row.is_from_pay,
    isDisputed: open > 0 && row.disputed_at !== null,
    state: userPaymentState(settlement),
    payPath: open > 0 && row.sealed_link && !isStaff ? `/maksu/${vault.open(row.sealed_link)}` : null,
  }
}

const columns = {
  createdAt: { filled: sql.ref('created_at') },
  dueDay: { filled: sql.ref('due_day') },
  amount: { filled: sql.ref('total_cents') },
}

/** The ids of one page and the bounded count of all. */
function pageOfIds(db: Db, scope: Scope, filter: UserPaymentFilter, page: { limit: number; offset: number }) {
  const bills = chosen(db, scope, filter)
  const search = searchText(filter.searchTerm)
  const rows = bills.select(['i.id', 'i.created_at', 'i.due_day', 'i.total_cents', 'i.search_text'])
  const order = sortedBy(filter.sort ?? '-createdAt', columns)
  return pageOfTexts(db, { table: 'invoices', rows, order, isOrdered: scope.all }, search, page)
}

/** Rows of user payments, newest first, with how many there are. */
export async function listUserPayments(
  db: Db,
  services: Pick<Services, 'env' | 'vault'>,
  scope: Scope,
  filter: UserPaymentFilter,
  page: { limit: number; offset: number } = { limit: WHOLE_LIST_MAX + 1, offset: 0 },
) {
  const now = services.env.now()
  const { ids, ...count } = await pageOfIds(db, scope, filter, page)
  const rows = await rowsOf(paymentsIn(db, scope), now)
    .where('i.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], i.id)`)
    .execute()
  const viewOf = { today: helsinkiDay(now), vault: services.vault, isStaff: scope.all }
  return { items: rows.map((row) => userPaymentView(row, viewOf)), ...count }
}
