import { sql } from 'kysely'
import { agreementsToEnd, lockAgreementToEnd } from '#features/leases/agreements/server/agreements-to-end.ts'
import { nameOfBike } from '#features/pricing/leasing/rules/bike-name.ts'
import { changesOf } from '#features/pricing/leasing/server/payment-changes.ts'
import { refusalOf } from '#features/story/lease-story/rules/beside.ts'
import { refuseBeside } from '#features/story/lease-story/server/beside.ts'
import { readLeaseFacts } from '#features/story/lease-story/server/facts.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, failField } from '#platform/contract/errors.ts'
import { planStep } from '#platform/process/plan.ts'
import { scopeOf, scopeOfAll } from '#platform/server/database/scope.ts'
import { foldText } from '#platform/server/database/search.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { moverOver } from '#platform/server/process/mover.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { isBusinessId } from '#platform/values/identifiers.ts'
import type { brokerage } from '../contract.ts'
import { brokerageProcess } from '../rules/table.ts'
import type { BrokerageFacts } from '../rules/words.ts'
import { offeredCents } from './follow-payment.ts'
import { brokerageEvent } from './messages.ts'
import { refusal } from './process.ts'
import { brokeragesOf, otherEnding, policyAllows } from './record.ts'
import { takeBrokerageStep } from './steps.ts'
import { caseView } from './view.ts'

type Body = BodyOf<typeof brokerage.create>

/** Agreements whose bicycle may be offered, with the bicycle and what the policy says. */
const agreementsToOffer = (context: SignedInContext) =>
  agreementsToEnd(context.db, scopeOf(context.user, 'brokerage:create')).select([
    'a.order_id',
    'a.instalment_cents',
    'a.last_instalment_cents',
    changesOf(sql`a.id`).as('changes'),
    'a.residual_cents',
    'a.tax_regime',
    'bike.bike_kind',
    'bike.frame_size',
    policyAllows('a.company_id').as('policy_allows'),
    otherEnding('a.id', sql`null::uuid`).as('has_other_ending'),
  ])
type AgreementToOffer = Awaited<ReturnType<ReturnType<typeof agreementsToOffer>['executeTakeFirstOrThrow']>>

/**
 * B1: drafts an offer. One to a named person, or of a bicycle that goes along with its rider, takes its next step at once.
 * @throws BROKERAGE_EXISTS beside an open one of the same lease, AGREEMENT_ENDING_EXISTS and CLAIM_OPEN by the matrix
 */
export async function draftOffer(context: SignedInContext, body: Body) {
  const { db, env, user } = context
  const { leasingAgreementId, takerEmail, beneficiaryEmployeeId } = body
  const agreement = await lockAgreementToEnd(agreementsToOffer(context), { leasingAgreementId })
  await requireNothingBeside(context, agreement.id)
  const next = nextStep(body)
  if (next === 'sellOut') requireBuyer(body)
  if (next === null) requireWords(body)
  requireDraft(context, agreement, next === null)
  const id = await insertOffer(context, agreement, body)
  const row = await brokeragesOf(db, scopeOfAll).where('b.id', '=', id).executeTakeFirstOrThrow()
  await logEvent(db, env, actorOf(user, row.owner_id), 'PROCESS_STEP', {
    ...brokerageEvent(row),
    data: { process: 'brokerage', step: 'draft', to: 'DRAFT', edge: 'B1' },
  })
  if (next === null) return caseView(row, user, env.now())
  return takeBrokerageStep(
    context,
    id,
    { step: next, takerEmail, beneficiaryEmployeeId },
    next === 'sellOut' ? buyerOf(body) : {},
  )
}

/** Asks the matrix; a second offer of one bicycle is told as one. */
async function requireNothingBeside({ db, env }: SignedInContext, agreementId: string): Promise<void> {
  const facts = await readLeaseFacts(db, agreementId, helsinkiDay(env.now()))
  const found = facts && refusalOf(facts, 'TRANSFER')
  if (found?.process?.kind === 'TRANSFER')
    throw new AppError('BROKERAGE_EXISTS', { details: { process: found.process } })
  refuseBeside(found)
}

const nextStep = ({ takerEmail, beneficiaryEmployeeId, buyerName }: Body) => {
  if (takerEmail !== undefined) return 'offerTo' as const
  if (buyerName !== undefined) return 'sellOut' as const
  return beneficiaryEmployeeId === undefined ? null : ('moveAlong' as const)
}

/** A bill needs all that is asked of a company. */
function requireBuyer({ buyerBusinessId, buyerAddress, buyerEmail }: Body): void {
  if (buyerBusinessId === undefined) failField('buyerBusinessId', 'REQUIRED', 'is required')
  if (!isBusinessId(buyerBusinessId)) failField('buyerBusinessId', 'WRONG_FORMAT', 'is not a business id')
  if (buyerAddress === undefined) failField('buyerAddress', 'REQUIRED', 'is required')
  if (buyerEmail === undefined) failField('buyerEmail', 'REQUIRED', 'is required')
}

const buyerOf = (body: Body) => ({
  buyer_name: body.buyerName!.trim(),
  buyer_business_id: body.buyerBusinessId!,
  buyer_address: body.buyerAddress!.trim(),
  buyer_email: body.buyerEmail!.trim().toLowerCase(),
})

/** An offer to everybody says how the bicycle is and where. */
function requireWords({ text, municipality }: Body): void {
  if (text === undefined) failField('text', 'REQUIRED', 'is required')
  if (municipality === undefined) failField('municipality', 'REQUIRED', 'is required')
}

/** Whether an offer may be drafted; the policy is asked where everybody would see it. */
function requireDraft({ env, user }: SignedInContext, agreement: AgreementToOffer, isForAll: boolean): void {
  const facts = {
    today: helsinkiDay(env.now()),
    isRunning: agreement.lease_state === 'ACTIVE',
    isAllowedByPolicy: !isForAll || agreement.policy_allows,
    hasOtherEnding: agreement.has_other_ending,
  } as BrokerageFacts
  const mover = moverOver(user, { companyId: agreement.company_id, ownerId: agreement.user_id })
  const plan = planStep(brokerageProcess, facts, null, { step: 'draft' }, mover)
  if (!plan.ok) throw refusal(plan.reason, { step: 'draft', unmet: plan.unmet })
}

async function insertOffer({ db, env }: SignedInContext, agreement: AgreementToOffer, body: Body): Promise<string> {
  const bike = nameOfBike(agreement) || agreement.agreement_number
  const words = [agreement.first_name, agreement.last_name, agreement.agreement_number, bike, body.municipality ?? '']
  const inserted = await db
    .insertInto('bike_brokerages')
    .values({
      id: env.id(),
      company_id: agreement.company_id,
      beneficiary_employee_id: agreement.beneficiary_employee_id,
      agreement_id: agreement.id,
      step: 'DRAFT',
      description: body.text?.trim() ?? '',
      municipality: body.municipality?.trim() ?? '',
      bike,
      bike_kind: agreement.bike_kind,
      frame_size: agreement.frame_size,
      monthly_cents: offeredCents(agreement, env.now()),
      residual_cents: agreement.residual_cents,
      lease_end_day: agreement.end_day!,
      tax_regime: agreement.tax_regime,
      search_text: ` ${foldText(words.join(' '))}`,
      step_changed_at: env.now(),
      created_at: env.now(),
      updated_at: env.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw new AppError('BROKERAGE_EXISTS')
  return inserted.id
}
