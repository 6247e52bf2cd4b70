import { findStore } from '#features/pricing/bike-stores/server/queries.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { fail, failField, failFieldText } from '#platform/contract/errors.ts'
import { systemMover } from '#platform/process/plan.ts'
import type { Db } from '#platform/server/database/db.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { actorOf, systemActor } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { Services, SignedInContext } from '#platform/server/http/context.ts'
import { revokeLinkTokens } from '#platform/server/http/link-tokens.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import { centsFromEuros } from '#platform/values/money.ts'
import type { returns } from '../contract.ts'
import { isPastObjecting } from '../rules/guards.ts'
import { isFeeOnOthersWord, payersAfterObjection } from '../rules/terms.ts'
import { tellStore } from './effects.ts'
import type { Damage } from './messages.ts'
import { type ReturnStepInput, stepReturn } from './process.ts'
import { factsOf, feeOf, findReturn, lockReturn, type ReturnRecord, updateReturn } from './record.ts'
import { moverOfRow, returnView } from './view.ts'

type Body = BodyOf<typeof returns.update>

/** Takes one step of a return for a signed-in user, and completes it when nothing is left to wait for. */
export async function updateReturnStep(context: SignedInContext, id: string, body: Body) {
  const { db, scope, user, env } = context
  const row = (await lockReturn(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(body.version, row.version, await returnView(db, row, user, env.now()))
  const at = body.step === 'chooseStore' ? await withStore(context, row, body) : row
  await stepReturn(db, context, at, {
    step: body.step,
    mover: moverOfRow(user, at),
    actor: actorOf(user, row.owner_id),
    reason: body.reason ?? null,
    ...broughtBy(context, at, body),
  })
  await goOn(db, context, id)
  return returnView(db, (await findReturn(db, scope, id))!, user, env.now())
}

/** The return with the store that is to take the bicycle; the one that awaited it before hears so. */
async function withStore(context: SignedInContext, row: ReturnRecord, { bikeStoreId }: Body): Promise<ReturnRecord> {
  if (!bikeStoreId || bikeStoreId === row.bike_store_id) return row
  const { db } = context
  if (!(await findStore(db, bikeStoreId))) failField('bikeStoreId', 'NOT_VALID', 'is no store')
  await tellStore({ db, services: context, row })
  await revokeLinkTokens(db, 'return', { subjectId: row.id }, context.env.now())
  return updateReturn(db, context, row, { bike_store_id: bikeStoreId })
}

/** What the command of a step brings along. */
function broughtBy(
  context: SignedInContext,
  row: ReturnRecord,
  body: Body,
): Pick<ReturnStepInput, 'changes' | 'given' | 'extra'> {
  const today = helsinkiDay(context.env.now())
  if (body.step === 'chooseStore') return { given: { hasNewStore: body.bikeStoreId !== undefined } }
  if (body.step === 'approve') return { changes: { payer: body.payer ?? null } }
  if (body.step === 'receive')
    return { changes: receivedOn(row, body.receivedDay ?? today, today, body.reason ?? null) }
  if (body.step === 'inspect')
    return { changes: { bike_at: body.bikeAt ?? 'STORE' }, extra: { damages: damagesOf(body.damages ?? []) } }
  // Judged as it stood: the words that the step brings are not those that were there.
  if (body.step === 'object')
    return { changes: { objection: body.reason ?? null }, given: { isObjected: row.objection !== null } }
  if (body.step === 'answerObjection')
    return {
      changes: { objection_answer: body.reason ?? null, payer: answeredPayer(row, body) },
      given: { isAnswered: row.objection_answer !== null },
      extra: { damages: answeredDamages(row, body), hasNewPayer: answeredPayer(row, body) !== row.payer },
    }
  return {}
}

/** The day on which a bicycle came: not one that is still to come, nor one before the return was asked for. */
export function receivedOn(row: ReturnRecord, day: Day, today: Day, note: string | null) {
  if (day > today) failField('receivedDay', 'TOO_LARGE', 'is still to come', today)
  if (day < helsinkiDay(row.created_at))
    failField('receivedDay', 'TOO_SMALL', 'is before the return was asked for', helsinkiDay(row.created_at))
  return { received_day: day, received_note: note }
}

/** Lines of nothing are none. */
const damagesOf = (damages: readonly { description: string; amount: number }[]): Damage[] =>
  damages
    .map(({ description, amount }) => ({ description: description.trim(), amountCents: centsFromEuros(amount) }))
    .filter(({ amountCents }) => amountCents > 0)

const sumOf = (damages: readonly Damage[]) => damages.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** The damages after an objection: those that stood unless others are named, and never more than the person objected to. */
function answeredDamages(row: ReturnRecord, { damages }: Body): readonly Damage[] {
  if (damages === undefined) return row.damages
  const answered = damagesOf(damages)
  if (sumOf(answered) > sumOf(row.damages)) failFieldText('damages', 'returns:fieldErrors.MORE_THAN_RECORDED')
  return answered
}

/** Who pays after an objection: who did unless another is named, which the person's own word for the fee leaves no room for. */
function answeredPayer(row: ReturnRecord, { payer }: Body): ReturnRecord['payer'] {
  if (payer === undefined || payer === row.payer) return row.payer
  if (!row.payer || !isFeeOnOthersWord(feeOf(row)) || !payersAfterObjection(row.payer).includes(payer))
    failFieldText('payer', 'returns:fieldErrors.PAYER_STAYS')
  return payer
}

/** Completes an inspected return once the lease has ended and nobody can object any more. @returns whether it did */
export async function goOn(db: Db, services: Services, id: string): Promise<boolean> {
  const row = await lockReturn(db, scopeOfAll, id)
  if (!row || !isReadyToComplete(row, services.env.now())) return false
  await stepReturn(db, services, row, { step: 'complete', mover: systemMover, actor: systemActor })
  return true
}

function isReadyToComplete(row: ReturnRecord, now: Date): boolean {
  const facts = factsOf(row, now)
  if (row.step !== 'INSPECTED' || !facts.leaseEnded || (facts.isObjected && !facts.isAnswered)) return false
  return isPastObjecting(facts)
}
