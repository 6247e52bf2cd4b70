import { transferDay } from '#features/pricing/leasing/rules/passing-on.ts'
import { paymentIn } from '#features/pricing/leasing/rules/payments.ts'
import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { helsinkiDay, monthOf } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { stepBrokerage } from './process.ts'
import { type BrokerageRecord, brokeragesOf, updateBrokerage } from './record.ts'

type Paid = Pick<BrokerageRecord, 'instalment_cents' | 'last_instalment_cents' | 'changes'>

/** What a bicycle that is offered now costs a month from the first day on which somebody else could have it. */
export function offeredCents({ changes, ...row }: Paid, now: Date): Cents {
  const payment = { instalmentCents: row.instalment_cents, lastInstalmentCents: row.last_instalment_cents }
  return paymentIn(payment, changes, monthOf(transferDay(helsinkiDay(now)))).instalmentCents
}

/** A changed payment shows in the open offer of its lease; a transfer that is out for signing is drafted and signed anew. */
export async function followPayment(db: Db, services: Services, agreement: { readonly id: string }): Promise<void> {
  const row = await brokeragesOf(db, scopeOfAll)
    .where('b.agreement_id', '=', agreement.id)
    .where('b.step', 'in', ['DRAFT', 'REVIEW', 'LISTED', 'RESERVED', 'OFFERED', 'TRANSFER'])
    .forUpdate('b')
    .executeTakeFirst()
  if (!row) return
  const changed = await updateBrokerage(db, services, row, { monthly_cents: offeredCents(row, services.env.now()) })
  if (changed.new_agreement_id === null) return
  await stepBrokerage(db, services, changed, { step: 'redraft', mover: systemMover, actor: systemActor })
}
