import { employmentOf } from '#features/ground/employment/rules.ts'
import { findCompanyPolicy } from '#features/people/companies/server/policies.ts'
import { leaseEnd } from '#features/pricing/leasing/rules/lease-period.ts'
import { effectiveMaxPriceCents } from '#features/pricing/leasing/rules/price-limit.ts'
import { reachablePrices } from '#features/pricing/leasing/rules/reachable-prices.ts'
import { billingTermsFor, billingTermsOfEach } from '#features/pricing/leasing/server/terms.ts'
import { fail } from '#platform/contract/errors.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Db } from '#platform/server/database/db.ts'
import { permissionsOver, type SignedIn } from '#platform/server/database/scope.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { type Day, firstOfNextMonth, helsinkiDay, NO_LAST_DAY } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import { remarksOn } from '../rules.ts'
import type { AbsenceDays, Employee, EmployeeDetails, OrderOfEmployee } from '../shapes.ts'
import { type EmployeeRow, type EmployeeWithOrders, employeesWithOrders, type OrderRow } from './people-with-orders.ts'

/** Who looks, and when: what a view shows depends on both. */
export interface Looking {
  readonly db: Db
  readonly env: Env
  readonly user: SignedIn
}

function orderOf(row: OrderRow): OrderOfEmployee {
  return {
    orderId: row.order_id,
    orderNumber: row.order_number,
    orderStatus: row.order_status,
    isOnlineOrder: row.is_online_order,
    isOrderConfirmed: row.is_order_confirmed,
    bikeStore: row.store_name ? { bikeStoreId: row.bike_store_id, storeName: row.store_name } : null,
    bikeStoreOrderNumber: row.bike_store_order_number,
    orderPaidDate: row.order_paid_day,
    resumeStatus: row.resume_status,
    cancellationAsked: row.cancellation_asked,
    totalAmount: row.total_price_cents === null ? null : eurosFromCents(row.total_price_cents),
    waitingFor: row.waiting_for,
    waitingSince: row.waiting_since.toISOString(),
    createdAt: row.order_created_at.toISOString(),
  }
}

/** The days of an absence, and for those who may read its reason whether there is one. */
export function absenceOf(
  row: Pick<EmployeeRow, 'absence_from' | 'absence_to' | 'absence_reason'>,
  mayRead: boolean,
): AbsenceDays | null {
  if (!row.absence_from) return null
  const days = { from: row.absence_from, to: row.absence_to }
  return mayRead ? { ...days, hasReason: row.absence_reason !== null } : days
}

/** The limit that counts for a person, in cents. */
export const limitOf = (row: EmployeeRow) =>
  effectiveMaxPriceCents(
    { maxPriceCents: row.company_max_price_cents },
    { maxPriceCents: row.max_price_cents },
    { maxPriceCents: row.policy_max_price_cents },
  )

/** What views of several people are drawn with. */
interface Around {
  readonly today: Day
  /** Applicants whose employment ends before the shortest lease. */
  readonly tooShort: ReadonlySet<string>
}

/** Whether somebody decides about a fixed term. */
const isFixedTerm = (row: EmployeeRow) => row.status === 'PENDING' && row.last_working_day !== NO_LAST_DAY

/** The applicants of a fixed term that no lease fits into; the terms of all their companies are read at once. */
async function employmentsTooShort(db: Db, rows: readonly EmployeeRow[], today: Day): Promise<Set<string>> {
  const asked = rows.filter(isFixedTerm)
  if (asked.length === 0) return new Set()
  const companies = asked.map((row) => ({ companyId: row.company_id, leasingCompanyId: row.leasing_company_id }))
  const tables = await billingTermsOfEach(db, companies, today)
  const tooShort = asked.filter((row, at) => {
    const table = tables[at]!
    return table.ok && !fitsInto(row, table.terms.minMonths, today)
  })
  return new Set(tooShort.map(({ id }) => id))
}

const fitsInto = (row: EmployeeRow, months: number, today: Day) =>
  leaseEnd(firstOfNextMonth(today), months) <= row.last_working_day

function workFacts(row: EmployeeRow, orders: readonly OrderRow[], { today, tooShort }: Around) {
  const companyEmail = row.company_email
  return {
    jobTrialPeriodEndDate: row.job_trial_period_end,
    rejectReason: row.reject_reason,
    maxPrice: row.max_price_cents === null ? null : eurosFromCents(row.max_price_cents),
    effectiveMaxPrice: eurosFromCents(limitOf(row)),
    benefitModel: row.benefit_model,
    remarks: remarksOn(
      {
        jobTrialPeriodEndDate: row.job_trial_period_end,
        lastWorkingDayDate: row.last_working_day,
        workEmail: row.work_email,
        companyEmail,
        isLeaseTooLong: tooShort.has(row.id),
      },
      today,
    ),
    paymentStatus: row.payment_status,
    orders: orders.map(orderOf),
    addedByEmployer: row.added_by_employer,
    decidedAt: row.decided_at?.toISOString() ?? null,
  }
}

interface Sight {
  readonly isOwn: boolean
  readonly held: ReadonlySet<PermissionName>
}

const seesWork = ({ isOwn, held }: Sight) => isOwn || held.has('employee:update')

function viewOf(row: EmployeeRow, orders: readonly OrderRow[], { isOwn, held }: Sight, around: Around): Employee {
  const seesPrivate = isOwn || held.has('employee:read-private')
  return {
    beneficiaryEmployeeId: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    userId: row.user_id,
    systemUser: {
      firstName: row.first_name,
      lastName: row.last_name,
      workEmail: row.work_email,
      ...(seesPrivate ? { personalEmail: row.personal_email, phoneNumber: row.phone_number } : {}),
    },
    unitId: row.unit_id,
    unitName: row.unit_name,
    employeeNumber: row.employee_number,
    costUnit: row.cost_unit,
    payRollOther: row.pay_roll_other,
    lastWorkingDayDate: row.last_working_day,
    absence: absenceOf(row, isOwn || held.has('employee:read-absence-reason')),
    status: row.status,
    employment: employmentOf(row, around.today),
    ...(seesWork({ isOwn, held }) ? workFacts(row, orders, around) : {}),
    // The note is about the person: nobody reads the one about themselves, whatever other role they hold.
    ...(!isOwn && held.has('employee:read-note') ? { employerNote: row.employer_note } : {}),
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }
}

const sightOf = (user: SignedIn, row: EmployeeRow): Sight => ({
  isOwn: row.user_id === user.userId,
  held: permissionsOver(user, { companyId: row.company_id, ownerId: row.user_id }),
})

/** The views of already chosen ids, each with what the caller may see of it. */
export async function viewsOf(looking: Looking, ids: readonly string[]): Promise<Employee[]> {
  return viewsOfPeople(looking, await employeesWithOrders(looking.db, ids))
}

/** The views of people that are read already. */
export async function viewsOfPeople(
  { db, env, user }: Looking,
  people: readonly EmployeeWithOrders[],
): Promise<Employee[]> {
  const today = helsinkiDay(env.now())
  const rows = people.map(({ row }) => row)
  const around = { today, tooShort: await employmentsTooShort(db, rows, today) }
  return people.map(({ row, orders }) => viewOf(row, orders, sightOf(user, row), around))
}

/** The view of one row. @throws NOT_FOUND */
export async function viewOfOne(looking: Looking, id: string): Promise<Employee> {
  const [view] = await viewsOf(looking, [id])
  return view ?? fail('NOT_FOUND')
}

/** One person with what a decision needs to know. */
export async function detailsOf(looking: Looking, id: string): Promise<EmployeeDetails> {
  const { db, env, user } = looking
  const today = helsinkiDay(env.now())
  const [person] = await employeesWithOrders(db, [id])
  if (!person) return fail('NOT_FOUND')
  const { row, orders } = person
  const sight = sightOf(user, row)
  const able = seesWork(sight) ? await orderable(db, row, today) : { shortestLease: null, obstacles: [] }
  const isTooShort = isFixedTerm(row) && able.shortestLease?.fits === false
  const around = { today, tooShort: new Set(isTooShort ? [row.id] : []) }
  return { ...viewOf(row, orders, sight, around), ...able }
}

/** What a decision should know: whether the shortest lease fits, and what forbids every order as things are. */
async function orderable(db: Db, row: EmployeeRow, today: Day) {
  const policy = await findCompanyPolicy(db, row.company_id)
  const isTrial = policy?.requires_trial_over && row.job_trial_period_end !== null && row.job_trial_period_end >= today
  const obstacles: EmployeeDetails['obstacles'] = isTrial ? ['TRIAL_PERIOD'] : []
  const company = { companyId: row.company_id, leasingCompanyId: row.leasing_company_id }
  const table = await billingTermsFor(db, company, today)
  if (!table.ok) return { shortestLease: null, obstacles }
  const { terms } = table
  const lowest = reachablePrices(terms)?.lowestCents
  if (lowest === undefined || limitOf(row) < lowest) obstacles.push('PRICE_LIMIT')
  return { shortestLease: { months: terms.minMonths, fits: fitsInto(row, terms.minMonths, today) }, obstacles }
}
