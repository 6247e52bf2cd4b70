import { transferDay } from '#features/pricing/leasing/rules/passing-on.ts'
import { takerTotalOf } from '#features/story/lease-story/rules/total.ts'
import { valuesOn } from '#features/story/lease-story/server/values.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { brokerage } from '../contract.ts'
import { type BrokerageRecord, findReached } from './record.ts'
import { caseRow } from './view.ts'

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

/** What a bicycle costs whoever would take it over: from the day on which a lease signed today begins. @throws NOT_FOUND */
export async function costOf({ db, env, user }: SignedInContext, id: string): Promise<ReplyOf<typeof brokerage.cost>> {
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
    sellerName,
    until: reservedUntil ?? expiresOn,
  }
}
