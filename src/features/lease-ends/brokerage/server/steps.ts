import type { BodyOf } from '#platform/contract/contract.ts'
import { fail, failFieldText } from '#platform/contract/errors.ts'
import { systemMover } from '#platform/process/plan.ts'
import { actorOf, systemActor } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { brokerage } from '../contract.ts'
import { isApproved } from '../rules/guards.ts'
import { type BrokerageStepInput, refusal, stepBrokerage } from './process.ts'
import { type BrokerageColumns, type BrokerageRecord, factsOf, findCase, lockReached } from './record.ts'
import { takerOf } from './taker.ts'
import { caseView, moverOf } from './view.ts'

type Body = BodyOf<typeof brokerage.update>
type Wanted = Omit<Body, 'version'> & { readonly version?: number | undefined }

/**
 * Takes one step of an offer for a signed-in user.
 * @param changes what the step brings along besides the body
 */
export async function takeBrokerageStep(
  context: SignedInContext,
  id: string,
  body: Wanted,
  changes: BrokerageColumns = {},
) {
  const { db, env, user } = context
  const row = (await lockReached(db, user, id)) ?? fail('NOT_FOUND')
  const isParty = Boolean(await findCase(db, user, id))
  requireVersion(body.version, row.version, isParty ? caseView(row, user, env.now()) : { bikeBrokerageId: id })
  // Whoever is no party yet may reserve the bicycle, and learns of nothing else.
  if (!isParty && body.step !== 'reserve') fail('NOT_FOUND')
  const taken = await stepBrokerage(db, context, row, {
    step: body.step,
    mover: moverOf(user, row),
    actor: actorOf(user, row.owner_id),
    reason: body.reason?.trim() || null,
    changes,
    ...(await broughtBy(context, row, body)),
  })
  return caseView(await prepared(context, taken), user, env.now())
}

/** Opens the document for signing once everybody has said yes. */
async function prepared(context: SignedInContext, row: BrokerageRecord): Promise<BrokerageRecord> {
  const facts = factsOf(row, context.env.now())
  if (row.step !== 'TRANSFER' || facts.isPrepared || !isApproved(facts)) return row
  return stepBrokerage(context.db, context, row, { step: 'prepare', mover: systemMover, actor: systemActor })
}

/** The steps by which somebody takes a bicycle over, with the state that each begins in. */
const takenFrom: Partial<Record<Body['step'], BrokerageRecord['step']>> = {
  reserve: 'LISTED',
  acceptOffer: 'OFFERED',
  moveAlong: 'DRAFT',
}

/** Whom the rider names. The answer tells nothing of whether that person has an account. */
function namedTaker(user: SignedInContext['user'], takerEmail: string | undefined) {
  const named_email = takerEmail?.trim().toLowerCase() || null
  if (named_email === user.email) failFieldText('takerEmail', 'brokerage:fieldErrors.OWN_ADDRESS')
  return { named_email }
}

/** What the command of a step brings along. */
async function broughtBy(
  { db, env, user }: SignedInContext,
  row: BrokerageRecord,
  body: Wanted,
): Promise<Pick<BrokerageStepInput, 'changes' | 'given' | 'extra'>> {
  if (body.step === 'edit')
    return {
      changes: {
        ...(body.text === undefined ? {} : { description: body.text.trim() }),
        ...(body.municipality === undefined ? {} : { municipality: body.municipality.trim() }),
      },
    }
  if (body.step === 'approveByLessor' || body.step === 'billBuyer')
    return {
      changes: {
        lessor_reference: body.lessorReference?.trim() || null,
        lessor_day: body.lessorDay ?? helsinkiDay(env.now()),
        ...(body.step === 'billBuyer' ? { buyer_agreed_by: body.buyerAgreedBy?.trim() || null } : {}),
      },
    }
  if (body.step === 'offerTo') return { changes: namedTaker(user, body.takerEmail) }
  if (body.step === 'refuseTransfer' && row.listed_at === null)
    return { changes: { closed_reason: body.reason?.trim() || null } }
  if (body.step === 'refuseByLessor') return { changes: { closed_reason: 'LESSOR_REFUSES' } }
  if (body.step === 'withdraw' || body.step === 'stopSale')
    return { changes: { closed_reason: body.reason?.trim() || null } }
  if (takenFrom[body.step] !== row.step) return {}
  if (
    body.step === 'moveAlong' &&
    (body.beneficiaryEmployeeId ?? row.beneficiary_employee_id) === row.beneficiary_employee_id
  )
    fail('NOT_FOUND')
  const of = { userId: user.userId, employeeId: body.beneficiaryEmployeeId, now: env.now() }
  const { taker, facts } = await takerOf(db, row, of)
  if (!taker) throw refusal('UNMET', { from: row.step, step: body.step, unmet: ['TAKER_NOT_EMPLOYED'] })
  return { given: facts, extra: { taker } }
}
