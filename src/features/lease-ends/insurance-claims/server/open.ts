import { sql } from 'kysely'
import { lockBills } from '#features/lease-ends/redemptions/server/record.ts'
import { openEnding } from '#features/leases/agreements/server/endings.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { planStep } from '#platform/process/plan.ts'
import { scopeOf, scopeOfAll } from '#platform/server/database/scope.ts'
import { foldText } from '#platform/server/database/search.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { insuranceClaims } from '../contract.ts'
import { claimProcess } from '../rules/table.ts'
import type { ClaimFacts } from '../rules/words.ts'
import { giveWayToClaim } from './give-way.ts'
import { claimEvent } from './messages.ts'
import { tellOpened } from './process.ts'
import { type ClaimableAgreement, claimableAgreements, isClaimable, lockClaim } from './record.ts'
import { claimView } from './view.ts'

type Body = BodyOf<typeof insuranceClaims.create>

/**
 * I1: opens a claim for a person's leased bicycle. An unpaid redemption of the lease is cancelled; beside a paid one, which
 * the staff would call off first, none is opened.
 * @throws CLAIM_STEP_NOT_ALLOWED with what stands in its way, CLAIM_AGREEMENT_CHOICE_NEEDED for a person with two leases, CLAIM_EXISTS beside an open one of the same type
 */
export async function openClaim(context: SignedInContext, body: Body) {
  const { db, env, user } = context
  // A payment of a redemption takes the bill before the agreement, and so does what would cancel it.
  await lockBills(db, sql`r.beneficiary_employee_id = ${body.beneficiaryEmployeeId}`)
  const agreement = await theAgreement(context, body)
  requireOpen(context, agreement)
  const actor = actorOf(user, agreement.user_id)
  const id = env.id()
  await openEnding(db, context, {
    endingId: id,
    companyId: agreement.company_id,
    agreementId: agreement.id,
    kind: 'CLAIM',
  })
  await insertClaim(context, { id, agreement, type: body.type })
  const row = (await lockClaim(db, scopeOfAll, id))!
  await logEvent(db, env, actor, 'INSURANCE_CASE_STARTED', claimEvent(row))
  await giveWayToClaim(db, context, agreement)
  await tellOpened(db, context, row, actor)
  return claimView(db, (await lockClaim(db, scopeOfAll, id))!, user, env.now())
}

async function theAgreement({ db, user }: SignedInContext, body: Body): Promise<ClaimableAgreement> {
  const found = await claimableAgreements(db, scopeOf(user, 'insurance-claim:create'), body)
  if (found.length > 1) throw new AppError('CLAIM_AGREEMENT_CHOICE_NEEDED')
  return found[0] ?? fail('NOT_FOUND')
}

function requireOpen({ env, user }: SignedInContext, agreement: ClaimableAgreement): void {
  const facts = {
    today: helsinkiDay(env.now()),
    isDelivered: isClaimable(agreement),
    isOpenForEvent: false,
    isRedemptionUnderWay: agreement.is_redemption_under_way,
  } as ClaimFacts
  const mover = moverBeside(user, { companyId: agreement.company_id, ownerId: agreement.user_id })
  const plan = planStep(claimProcess, facts, null, { step: 'open' }, mover)
  if (plan.ok) return
  throw new AppError(plan.reason === 'NOT_PERMITTED' ? 'CLAIM_STEP_NOT_PERMITTED' : 'CLAIM_STEP_NOT_ALLOWED', {
    details: { step: 'open', unmet: plan.unmet },
  })
}

/** The database lets one claim of a type be open for a lease. */
async function insertClaim(
  { db, env }: SignedInContext,
  { id, agreement, type }: { id: string; agreement: ClaimableAgreement; type: Body['type'] },
): Promise<void> {
  const inserted = await db
    .insertInto('insurance_claims')
    .values({
      id,
      company_id: agreement.company_id,
      beneficiary_employee_id: agreement.beneficiary_employee_id,
      agreement_id: agreement.id,
      type,
      step: 'OPEN',
      asked_pieces: (eb) => eb.selectFrom('claim_proof_lists').select('pieces').where('type', '=', type),
      search_text: searchTextOf(agreement),
      step_changed_at: env.now(),
      created_at: env.now(),
      updated_at: env.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw new AppError('CLAIM_EXISTS')
}

const searchTextOf = (agreement: ClaimableAgreement) =>
  ` ${foldText([agreement.first_name, agreement.last_name, agreement.agreement_number, agreement.order_number].filter(Boolean).join(' '))}`
