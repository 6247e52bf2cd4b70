import { findVatOn } from '#features/pricing/vat/server/queries.ts'
import { fail, failField } from '#platform/contract/errors.ts'
import { tokenMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { type LinkToken, subjectOf } from '#platform/server/http/link-tokens.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import { percentFromBasisPoints } from '#platform/values/percent.ts'
import type { RepairBill, RepairedBody } from '../step-contract.ts'
import { stepClaim } from './process.ts'
import { findClaim, lockClaim } from './record.ts'
import { costOf, repairPage } from './repair.ts'

/** The shop's invoice on its own terms of payment, to the account that is known of it. */
async function billOf(db: Db, storeId: string, { number, issueDay, total }: RepairedBody): Promise<RepairBill> {
  const store = await db
    .selectFrom('bike_stores')
    .select(['payment_terms_days', 'iban'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  const vat = (await findVatOn(db, 'FI', issueDay)) ?? fail('NOT_FOUND')
  return {
    number: number.trim(),
    issueDay,
    dueDay: addDays(issueDay, store.payment_terms_days),
    total,
    vatPercent: percentFromBasisPoints(vat.basis_points),
    ...(store.iban ? { iban: store.iban } : {}),
  }
}

/**
 * The repair is done, as the shop says by its link: the step that staff take, without the way over the limit, which
 * they alone may give. The invoice is checked and approved as any other before it is paid.
 * @throws VALIDATION at `issueDay`, `total` or `number`
 */
export async function repairedByShop(context: BaseContext & { token: LinkToken }, body: RepairedBody) {
  const { db, env, token } = context
  const row = (await lockClaim(db, scopeOfAll, subjectOf(token))) ?? fail('NOT_FOUND')
  const today = helsinkiDay(env.now())
  const step = {
    step: 'completeRepair',
    mover: tokenMover('STORE_TOKEN'),
    actor: { kind: 'STORE', userId: null },
  } as const
  if (row.step !== 'AT_REPAIR') {
    await stepClaim(db, context, row, step)
    return repairPage(row, today)
  }
  if (body.issueDay > today) failField('issueDay', 'TOO_LARGE', 'is in the future', today)
  const limit = row.repair_limit_cents ?? 0
  if (centsFromEuros(body.total) > limit) failField('total', 'TOO_LARGE', 'is over the limit', eurosFromCents(limit))
  const bill = await billOf(db, row.repair_store_id!, body)
  await stepClaim(db, context, row, {
    ...step,
    changes: costOf(row, { bill, reason: null }, context),
    extra: { bill },
  })
  return repairPage((await findClaim(db, scopeOfAll, row.id)) ?? fail('NOT_FOUND'), today)
}
