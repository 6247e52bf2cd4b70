import { scopesOf } from '#features/operations/accounts/server/changes.ts'
import { findPerson } from '#features/operations/accounts/server/queries.ts'
import { turnsAround } from '#features/operations/tasks/server/around.ts'
import { fail } from '#platform/contract/errors.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import type { Handlers, SignedInContext } from '#platform/server/http/context.ts'
import { helsinkiDay, NO_LAST_DAY } from '#platform/values/days.ts'
import { type Cents, eurosFromCents } from '#platform/values/money.ts'
import type { PlaceLine, PlacePartView, PlaceWaiting, places } from '../contract.ts'
import { allPlaceParts, LINES_MAX, type PlacePart, placeParts } from '../parts.ts'
import { type LineRow, linesOf, type Place } from './parts.ts'
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
  const own = allPlaceParts.filter((part) => !('userId' in place && part === 'PEOPLE'))
  return own.filter((part) => scopeOf(user, placeParts[part]).all)
}

async function partsOf(context: SignedInContext, place: Place): Promise<PlacePartView[]> {
  const parts = partsFor(context, place)
  const rows = await linesOf(context.db, place, parts, helsinkiDay(context.env.now()))
  return parts.map((part) => {
    const own = rows.filter((row) => row.part === part)
    return { part, lines: own.slice(0, LINES_MAX).map(lineOf), isMore: own.length > LINES_MAX }
  })
}

async function waitingIn(context: SignedInContext, place: Place): Promise<PlaceWaiting[]> {
  const turns = await turnsAround(context.db, context.user, place)
  return turns.map(({ since, ...turn }) => ({ ...turn, since: since.toISOString() }))
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
      waiting: await waitingIn(context, { userId }),
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
      waiting: await waitingIn(context, { companyId }),
      parts: await partsOf(context, { companyId }),
    }
  },
  sendJoinLink,
}
