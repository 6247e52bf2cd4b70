import { isNetCostCertain } from '#features/orders/orders/rules/net-cost.ts'
import { transferDay } from '#features/pricing/leasing/rules/passing-on.ts'
import { regimeOf } from '#features/pricing/tax/rules/benefit-regime.ts'
import { takerTotalOf } from '#features/story/lease-story/rules/total.ts'
import { valuesOn } from '#features/story/lease-story/server/values.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import { allowedSteps } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { brokerage } from '../contract.ts'
import { brokerageProcess } from '../rules/table.ts'
import { type BrokerageRecord, factsOf, findReached } from './record.ts'
import { benefitModelsOf, takersFacts } from './taker.ts'
import { caseRow, moverOf } from './view.ts'

/** What a bicycle costs whoever takes its lease over on a day, by today's tables. */
export async function takerTotal(db: Db, row: BrokerageRecord, { today, startsOn }: { today: Day; startsOn: Day }) {
  const lease = {
    startDay: startsOn,
    endDay: row.lease_end_day,
    lastDay: row.lease_end_day,
    instalmentCents: row.instalment_cents,
    lastInstalmentCents: row.last_instalment_cents,
    changes: row.changes,
    residualCents: row.residual_cents,
    newPriceCents: row.new_price_cents,
    firstDay: row.first_day ?? row.start_day ?? startsOn,
  }
  return takerTotalOf(lease, startsOn, await valuesOn(db, today))
}

/** Whether a month costs the taker's net pay exactly the instalment, in whichever of their employments they take it. */
async function isNetCertain(db: Db, row: BrokerageRecord, { userId, today }: { userId: string; today: Day }) {
  const models = row.taker_user_id ? [row.taker_benefit_model] : await benefitModelsOf(db, userId)
  return (
    models.length > 0 && models.every((benefitModel) => isNetCostCertain({ benefitModel, taxRegime: regimeOf(today) }))
  )
}

/** What stands against the caller taking a bicycle now that is offered to them or to everybody. */
async function unmetOf({ db, env, user }: SignedInContext, row: BrokerageRecord) {
  if (row.step !== 'LISTED' && row.step !== 'OFFERED') return []
  const taking = row.step === 'LISTED' ? 'reserve' : 'acceptOffer'
  const now = env.now()
  const facts = factsOf(row, now)
  const mover = moverOf(user, row)
  const found = (await takersFacts(db, row, { userId: user.userId, now })).map(
    (ofTaker) =>
      allowedSteps(brokerageProcess, { ...facts, ...ofTaker }, row.step, mover).find(({ step }) => step === taking)
        ?.unmet ?? [],
  )
  return [...found.toSorted((left, right) => left.length - right.length)[0]!]
}

/** What a bicycle costs whoever would take it over: from the day on which a lease signed today begins. @throws NOT_FOUND */
export async function costOf(context: SignedInContext, id: string): Promise<ReplyOf<typeof brokerage.cost>> {
  const { db, env, user } = context
  const row = (await findReached(db, user, id)) ?? fail('NOT_FOUND')
  const today = helsinkiDay(env.now())
  const startsOn = row.starts_on ?? transferDay(today)
  const total = await takerTotal(db, row, { today, startsOn })
  const { sellerName, reservedUntil, expiresOn } = caseRow(row, user)
  return {
    startsOn,
    lastDay: row.lease_end_day,
    months: total.leftCount,
    instalment: eurosFromCents(row.monthly_cents),
    left: eurosFromCents(total.leftCents),
    residual: eurosFromCents(total.residualCents),
    mostTax: total.mostTaxCents === null ? null : eurosFromCents(total.mostTaxCents),
    wholeFrom: eurosFromCents(total.wholeFromCents),
    wholeTo: eurosFromCents(total.wholeToCents),
    ageMonths: total.ageMonths,
    worth: eurosFromCents(total.worthCents),
    netPay: (await isNetCertain(db, row, { userId: user.userId, today })) ? eurosFromCents(row.monthly_cents) : null,
    sellerName,
    until: row.step === 'TRANSFER' ? null : (reservedUntil ?? expiresOn),
    step: row.step,
    unmet: await unmetOf(context, row),
  }
}
