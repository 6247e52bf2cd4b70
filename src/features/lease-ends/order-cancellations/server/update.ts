import { setBikePlace, setEnd } from '#features/leases/agreements/server/endings.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { fail, failField } from '#platform/contract/errors.ts'
import { planStep } from '#platform/process/plan.ts'
import { turnsIn } from '#platform/process/turns.ts'
import { scopeOfAll } from '#platform/server/database/scope.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import { notifyTurns } from '#platform/server/process/take-step.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { orderCancellations } from '../contract.ts'
import { type CancellationWords, cancellationProcess } from '../rules/process.ts'
import { endOfLease } from '../rules/settlement.ts'
import { changeLine } from './change-line.ts'
import { factsOf, turnFactsOf } from './facts.ts'
import { caseEvent, caseServer, refusal } from './process.ts'
import { proposeForCase } from './propose.ts'
import { type CaseRecord, lockCase } from './record.ts'
import { caseView } from './view.ts'

type Body = BodyOf<typeof orderCancellations.update>

/** Locks an open case inside the scope for a change of it (C2). @throws NOT_FOUND, VERSION_CONFLICT, STEP_NOT_ALLOWED */
export async function lockOpenCase(context: SignedInContext, id: string, version?: number): Promise<CaseRecord> {
  const { db, scope, user } = context
  const record = (await lockCase(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(version, record.row.version, caseView(record, user))
  const over = { companyId: record.row.company_id, ownerId: record.about.owner_id }
  const plan = planStep<CancellationWords>(
    cancellationProcess,
    factsOf(record),
    record.row.status,
    { step: 'change' },
    moverBeside(user, over),
  )
  if (!plan.ok) throw refusal(record, plan.reason, plan.unmet)
  return record
}

/** Writes columns of a locked open case, brings its lines in step, logs for the staff and tells whose turn it is now. */
export async function finishChange(
  context: SignedInContext,
  before: CaseRecord,
  { columns = {}, what }: { columns?: object; what: Record<string, unknown> },
): Promise<CaseRecord> {
  const { db, env, user } = context
  const { row } = before
  await db
    .updateTable('order_cancellations')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_at: env.now() }))
    .where('id', '=', row.id)
    .execute()
  const after = await proposeForCase(context, (await lockCase(db, scopeOfAll, row.id))!)
  const actor = actorOf(user)
  const event = caseEvent(after)
  await logEvent(db, env, actor, 'PROCESS_STEP', {
    ...event,
    shared: false,
    data: { ...event.data, from: row.status, to: row.status, edge: 'C2', step: 'change', ...what },
  })
  const open = turnsIn<CancellationWords>(cancellationProcess, row.status, turnFactsOf(before))
  await notifyTurns(caseServer, db, context, after, open, { step: null, input: { actor } })
  return after
}

/** The agreement says where the bike is, and when its lease ends. */
async function followAgreement(context: SignedInContext, { row, about }: CaseRecord, { bikeAt, reasonCode }: Body) {
  const { db, env } = context
  const agreementId = about.agreement_id
  if (!agreementId) return
  if (bikeAt) await setBikePlace(db, context, { agreementId, bikeAt })
  if (!reasonCode || reasonCode === row.reason_code || about.lease_state !== 'ACTIVE') return
  const endsOn = endOfLease(reasonCode, helsinkiDay(env.now()))
  await setEnd(db, context, { endingId: row.id, companyId: row.company_id, agreementId, endsOn, endsAs: 'CANCELLED' })
}

/** C2: changes an open case and its lines. */
export async function updateCase(context: SignedInContext, id: string, body: Body): Promise<CaseRecord> {
  const record = await lockOpenCase(context, id, body.version)
  const today = helsinkiDay(context.env.now())
  if (body.lessorConsent && body.lessorConsent.day > today)
    failField('lessorConsent.day', 'TOO_LARGE', 'is in the future', today)
  for (const [index, line] of (body.lines ?? []).entries())
    await changeLine(context, record, line, { place: `lines.${index}`, today })
  const { reason, reasonCode, note, bikeAt, lessorConsent, lines } = body
  await followAgreement(context, record, body)
  return finishChange(context, record, {
    columns: {
      ...(reason === undefined ? {} : { reason: reason.trim() }),
      ...(reasonCode === undefined ? {} : { reason_code: reasonCode }),
      ...(note === undefined ? {} : { note: note?.trim() || null }),
      ...(bikeAt === undefined ? {} : { bike_at: bikeAt }),
      ...(lessorConsent === undefined
        ? {}
        : {
            lessor_consent_reference: lessorConsent?.reference.trim() ?? null,
            lessor_consent_day: lessorConsent?.day ?? null,
          }),
    },
    what: {
      ...(bikeAt === undefined ? {} : { bikeAt }),
      ...(reasonCode === undefined ? {} : { reasonCode }),
      ...(lines ? { lines: lines.map(({ lineId, state }) => ({ lineId: lineId ?? null, state: state ?? null })) } : {}),
    },
  })
}
