import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import { type EndPrices, usualEndPrices } from '#features/pricing/leasing/rules.ts'
import { fairValuesInForce } from '#features/pricing/leasing/server/fair-values.ts'
import type { QueryOf } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Handlers, SignedInContext } from '#platform/server/http/context.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import { type Day, helsinkiDay, NO_LAST_DAY } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { lifeEventCalls } from '../contract.ts'
import { type Asker, type LifeLease, lifeEventOptions } from '../rules/options.ts'
import { findLease, type LeaseRow, listLeases } from './queries.ts'

function leaseOf(row: LeaseRow): LifeLease {
  const ends = (row.end_prices as EndPrices | null) ?? usualEndPrices
  return {
    startDay: row.start_day as Day,
    endDay: row.end_day as Day,
    isOver: row.lease_state === 'ENDED',
    newPriceCents: row.new_price_cents,
    firstDay: row.first_day as Day,
    residualCents: row.residual_cents,
    buyOutCents: row.buy_out_cents.map(Number),
    noticeDay: ends.noticeDay,
    feeCents: ends.redemptionFeeCents,
    instalmentCents: row.instalment_cents,
    lastInstalmentCents: row.last_instalment_cents,
    changes: row.changes,
    ends,
    isEnding: row.is_ending,
    isKept: row.kept_from !== null,
    hasOpenClaim: row.has_open_claim,
    isLeaver: row.last_working_day !== NO_LAST_DAY,
  }
}

const nameOf = (row: LeaseRow) => ({
  leasingAgreementId: row.id,
  agreementNumber: row.agreement_number,
  employeeName: `${row.first_name} ${row.last_name}`,
  bike: nameOfBike(row) || null,
  isTakenOver: row.order_id === null,
})

function askerOf(row: LeaseRow, user: SignedInContext['user']): Asker {
  const { capacities } = moverBeside(user, { companyId: row.company_id, ownerId: row.user_id })
  if (capacities.has('SELF')) return 'PERSON'
  return capacities.has('EMPLOYER') ? 'EMPLOYER' : 'STAFF'
}

/** The options of one lease of the scope. @throws NOT_FOUND */
async function optionsOf(
  { db, scope, env, user }: SignedInContext,
  id: string,
  query: QueryOf<typeof lifeEventCalls.options>,
) {
  const row = (await findLease(db, scope, id)) ?? fail('NOT_FOUND')
  const today = helsinkiDay(env.now())
  const known = row.last_working_day === NO_LAST_DAY ? null : row.last_working_day
  const day = query.day ?? known ?? today
  const { table } = await fairValuesInForce(db)
  const policy = { allowsReturn: row.allows_return, fairValues: table }
  const found = lifeEventOptions(leaseOf(row), policy, {
    event: query.event,
    day,
    today,
    asker: askerOf(row, user),
  })
  return {
    ...nameOf(row),
    day,
    paidSoFar: eurosFromCents(found.paidSoFarCents),
    left: eurosFromCents(found.leftCents),
    otherwise: found.otherwise,
    options: found.options.map(({ priceCents, leftCents, taxableCents, ...option }) => ({
      ...option,
      price: priceCents === null ? null : eurosFromCents(priceCents),
      left: eurosFromCents(leftCents),
      taxable: eurosFromCents(taxableCents),
    })),
  }
}

export const lifeEventHandlers: Handlers<typeof lifeEventCalls> = {
  async leases({ query: { beneficiaryEmployeeId: id } }, { db, scope, user }) {
    const rows = await listLeases(db, scope, { employeeId: id, userId: user.userId })
    return { items: rows.map(nameOf) }
  },
  options: ({ params, query }, context) => optionsOf(context, params.leasingAgreementId, query),
}
