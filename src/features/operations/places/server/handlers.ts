import { scopesOf } from '#features/operations/accounts/server/changes.ts'
import { findPerson } from '#features/operations/accounts/server/queries.ts'
import { turnsAround } from '#features/operations/tasks/server/around.ts'
import { isAuthorised } from '#features/orders/orders/server/moves/facts.ts'
import { findStore } from '#features/pricing/bike-stores/server/queries.ts'
import { findLessor } from '#features/pricing/leasing/server/queries.ts'
import type { QueryOf } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import type { Handlers, SignedInContext } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay, NO_LAST_DAY } from '#platform/values/days.ts'
import { type Cents, eurosFromCents } from '#platform/values/money.ts'
import type { PlaceLine, PlacePartView, PlaceWaiting, places } from '../contract.ts'
import { LINES_MAX, type PlacePart, partsOfPlaces, placeParts } from '../parts.ts'
import { deliveryDaysOf, exposureOf, openMoneyWith, openOrdersOf } from './outside.ts'
import { kindOf, type LineRow, linesOf, type Place } from './parts.ts'
import { employmentsOf, findPlace } from './queries.ts'
import { readinessOf } from './readiness.ts'
import { sendJoinLink } from './send-join-link.ts'

const euros = (cents: Cents | null) => (cents === null ? null : eurosFromCents(cents))

const lineOf = ({ part: _, cents, openCents, detail, ...row }: LineRow): PlaceLine => ({
  ...row,
  detail: detail || null,
  amount: euros(cents),
  open: euros(openCents),
})

/** The registers of a place of which the caller may see every row. */
function partsFor({ user }: SignedInContext, place: Place): PlacePart[] {
  return partsOfPlaces[kindOf(place)].filter((part) => scopeOf(user, placeParts[part]).all)
}

async function partsOf(
  context: SignedInContext,
  place: Place,
  parts = partsFor(context, place),
  page = 1,
): Promise<PlacePartView[]> {
  const rows = await linesOf(context.db, place, { parts, page }, helsinkiDay(context.env.now()))
  return parts.map((part) => {
    const own = rows.filter((row) => row.part === part)
    return { part, lines: own.slice(0, LINES_MAX).map(lineOf), isMore: own.length > LINES_MAX }
  })
}

async function waitingIn(
  context: SignedInContext,
  place: { userId: string } | { companyId: string },
): Promise<{ waiting: PlaceWaiting[]; waitingTotal: number }> {
  const { turns, total } = await turnsAround(context.db, context.user, place)
  const waiting = turns.map(({ since, ...turn }) => ({ ...turn, since: since.toISOString() }))
  return { waiting, waitingTotal: total }
}

async function moneyWith({ db, user }: SignedInContext, place: Place, today: Day) {
  if (!scopeOf(user, 'invoice:read').all) return null
  const { disputed, payable, payableDue, receivable, receivableDue } = await openMoneyWith(db, place, today)
  return {
    disputed,
    payable: eurosFromCents(payable),
    payableDue: eurosFromCents(payableDue),
    receivable: eurosFromCents(receivable),
    receivableDue: eurosFromCents(receivableDue),
  }
}

async function ordersOfStore({ db, user }: SignedInContext, bikeStoreId: string, today: Day) {
  if (!scopeOf(user, 'order:read').all) return { orders: null, delivery: null }
  const rows = await openOrdersOf(db, bikeStoreId, today)
  const { median, deliveries } = await deliveryDaysOf(db, bikeStoreId, today)
  const items = rows.slice(0, LINES_MAX).map(({ total: _, late: __, ...order }) => order)
  return {
    orders: { items, total: rows[0]?.total ?? 0, late: rows[0]?.late ?? 0 },
    delivery: { medianDays: median, deliveries },
  }
}

async function exposureFor({ db, user }: SignedInContext, leasingCompanyId: string, today: Day) {
  if (!scopeOf(user, 'agreement:read').all) return null
  const [row] = await exposureOf(db, today, leasingCompanyId)
  const { leases = 0, monthly = 0, instalments = 0, residuals = 0 } = row ?? {}
  return {
    leases,
    monthly: eurosFromCents(monthly),
    instalments: eurosFromCents(instalments),
    residuals: eurosFromCents(residuals),
    total: eurosFromCents(instalments + residuals),
  }
}

/** A page of one part of a place. @throws NOT_FOUND for what the place has no part of, or the caller may not read */
async function linesOfPart(
  context: SignedInContext,
  place: Place | undefined,
  { part, page }: QueryOf<typeof places.personLines>,
): Promise<PlacePartView> {
  if (!place) fail('NOT_FOUND')
  const wanted = partsFor(context, place).filter((one) => one === part)
  const [view] = await partsOf(context, place, wanted, page)
  return view ?? fail('NOT_FOUND')
}

const placeOfPerson = async ({ db, user }: SignedInContext, userId: string) =>
  (await findPerson(db, scopesOf(user, scopeOf(user, 'user:read')), userId)) && { userId }

const placeOfCompany = async ({ db, user, env }: SignedInContext, companyId: string) =>
  (await findPlace(db, scopeOf(user, 'company:read'), companyId, env.now())) && { companyId }

async function placeOfStore({ db }: SignedInContext, bikeStoreId: string) {
  const store = await findStore(db, bikeStoreId)
  return store && { bikeStoreId, email: store.email }
}

async function placeOfLessor({ db }: SignedInContext, leasingCompanyId: string) {
  const lessor = await findLessor(db, leasingCompanyId)
  return lessor && { leasingCompanyId, email: lessor.invoice_email }
}

export const placesHandlers: Handlers<typeof places> = {
  async person({ params: { userId } }, context) {
    const { db, user } = context
    const seen = await findPerson(db, scopesOf(user, scopeOf(user, 'user:read')), userId)
    if (!seen) fail('NOT_FOUND')
    const rows = await employmentsOf(db, scopeOf(user, 'employee:read'), userId)
    return {
      employments: rows.map(({ id, createdAt, lastWorkingDay, maxPriceCents, ...row }) => ({
        ...row,
        beneficiaryEmployeeId: id,
        lastWorkingDay: lastWorkingDay === NO_LAST_DAY ? null : lastWorkingDay,
        maxPrice: euros(maxPriceCents),
        since: createdAt.toISOString(),
      })),
      ...(await waitingIn(context, { userId })),
      parts: await partsOf(context, { userId }),
    }
  },
  async company({ params: { companyId } }, context) {
    const { db, user, env } = context
    const now = env.now()
    const found = await findPlace(db, scopeOf(user, 'company:read'), companyId, now)
    const row = found ?? fail('NOT_FOUND')
    const [readiness = []] = await readinessOf(db, [row], now)
    const { companyName, businessId, city, groupName, lessorName, contactName, contactEmail, contactPhone, people } =
      row
    const company = { companyName, businessId, city, groupName, lessorName, contactName, contactEmail, contactPhone }
    return {
      ...company,
      people,
      since: row.createdAt.toISOString(),
      language: row.language,
      readiness,
      ...(await waitingIn(context, { companyId })),
      parts: await partsOf(context, { companyId }),
    }
  },
  personLines: async ({ params, query }, context) =>
    linesOfPart(context, await placeOfPerson(context, params.userId), query),
  companyLines: async ({ params, query }, context) =>
    linesOfPart(context, await placeOfCompany(context, params.companyId), query),
  storeLines: async ({ params, query }, context) =>
    linesOfPart(context, await placeOfStore(context, params.bikeStoreId), query),
  lessorLines: async ({ params, query }, context) =>
    linesOfPart(context, await placeOfLessor(context, params.leasingCompanyId), query),
  sendJoinLink,
  async store({ params: { bikeStoreId } }, context) {
    const store = (await findStore(context.db, bikeStoreId)) ?? fail('NOT_FOUND')
    const today = helsinkiDay(context.env.now())
    const place = { bikeStoreId, email: store.email }
    return {
      ...(await ordersOfStore(context, bikeStoreId, today)),
      money: await moneyWith(context, place, today),
      parts: await partsOf(context, place),
    }
  },
  async lessor({ params: { leasingCompanyId } }, context) {
    const lessor = (await findLessor(context.db, leasingCompanyId)) ?? fail('NOT_FOUND')
    const today = helsinkiDay(context.env.now())
    const place = { leasingCompanyId, email: lessor.invoice_email }
    return {
      isAuthorised: isAuthorised({
        lessor_kind: lessor.kind,
        lessor_authority_reference: lessor.authority_reference,
        lessor_authority_day: lessor.authority_day,
      }),
      exposure: await exposureFor(context, leasingCompanyId, today),
      money: await moneyWith(context, place, today),
      parts: await partsOf(context, place),
    }
  },
}
