import type { BodyOf } from '#platform/contract/contract.ts'
import { fail } from '#platform/contract/errors.ts'
import { actorOf } from '#platform/server/database/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { brokerage } from '../contract.ts'
import { type BrokerageStepInput, refusal, stepBrokerage } from './process.ts'
import { type BrokerageRecord, findCase, lockReached } from './record.ts'
import { takerOf } from './taker.ts'
import { caseView, moverOf } from './view.ts'

type Body = BodyOf<typeof brokerage.update>
type Wanted = Omit<Body, 'version'> & { readonly version?: number | undefined }

/** Takes one step of an offer for a signed-in user. */
export async function takeBrokerageStep(context: SignedInContext, id: string, body: Wanted) {
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
    ...(await broughtBy(context, row, body)),
  })
  return caseView(taken, user, env.now())
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
  if (body.step === 'withdraw') return { changes: { closed_reason: body.reason?.trim() || null } }
  if (body.step !== 'reserve' || row.step !== 'LISTED') return {}
  const of = { userId: user.userId, employeeId: body.beneficiaryEmployeeId, now: env.now() }
  const { taker, facts } = await takerOf(db, row, of)
  if (!taker) throw refusal('UNMET', { from: row.step, step: 'reserve', unmet: ['TAKER_NOT_EMPLOYED'] })
  return { given: facts, extra: { taker } }
}
