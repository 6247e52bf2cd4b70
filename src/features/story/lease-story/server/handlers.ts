import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import { fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { isStaff } from '#platform/server/database/scope.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { LeaseStory, leaseStory } from '../contract.ts'
import { type LeaseFacts, lastDayOf } from '../facts.ts'
import { beginnings, isBuyable, isOut, processesOf, refusalOf } from '../rules/beside.ts'
import { holderOn } from '../rules/possession.ts'
import { situationOf } from '../rules/situation.ts'
import { totalOf } from '../rules/total.ts'
import { findStory } from './facts.ts'
import { valuesOn } from './values.ts'

type StoryRow = NonNullable<Awaited<ReturnType<typeof findStory>>>

async function totalView(db: Db, row: StoryRow, today: Day): Promise<LeaseStory['total']> {
  const { start_day: startDay, end_day: endDay } = row
  if (!startDay || !endDay) return null
  const lastDay = lastDayOf(row.facts) ?? endDay
  const lease = {
    startDay,
    endDay,
    lastDay,
    instalmentCents: row.instalment_cents,
    lastInstalmentCents: row.last_instalment_cents,
    changes: row.changes,
    residualCents: row.residual_cents,
    newPriceCents: row.new_price_cents,
    firstDay: row.first_day ?? startDay,
  }
  const total = totalOf(lease, today, await valuesOn(db, today))
  return {
    paid: eurosFromCents(total.paidCents),
    paidCount: total.paidCount,
    left: eurosFromCents(total.leftCents),
    leftCount: total.leftCount,
    lastDay,
    residual: eurosFromCents(total.residualCents),
    mostTax: total.mostTaxCents === null ? null : eurosFromCents(total.mostTaxCents),
    wholeFrom: eurosFromCents(total.wholeFromCents),
    wholeTo: eurosFromCents(total.wholeToCents),
  }
}

function situationView(facts: LeaseFacts, today: Day): LeaseStory['situation'] {
  const { cents, ...rest } = situationOf(facts, today)
  return {
    ...rest,
    sum: cents === null ? null : eurosFromCents(cents),
    store: rest.process?.kind === 'RETURN' ? (facts.return?.storeName ?? null) : null,
  }
}

export const leaseStoryHandlers: Handlers<typeof leaseStory> = {
  async get({ params }, { db, scope, env, user }) {
    const today = helsinkiDay(env.now())
    const row = (await findStory(db, scope, params.leasingAgreementId, today)) ?? fail('NOT_FOUND')
    const isOwn = row.user_id === user.userId
    // What a person is billed is between them and the service.
    const facts = isOwn || isStaff(user) ? row.facts : { ...row.facts, bill: null }
    return {
      leasingAgreementId: row.id,
      agreementNumber: row.agreement_number,
      employeeName: `${row.last_name} ${row.first_name}`,
      companyName: row.company_name,
      bike: nameOfBike(row) || null,
      isOwn,
      situation: situationView(facts, today),
      hasService: row.service_terms !== null,
      holder: holderOn(facts, today),
      isOut: isOut(facts),
      isBuyable: isBuyable(facts),
      stands: [...processesOf(facts)],
      beside: beginnings.map((begins) => {
        const refusal = refusalOf(facts, begins)
        return { begins, refusal: refusal?.code ?? null, process: refusal?.process ?? null }
      }),
      total: await totalView(db, row, today),
    }
  },
}
