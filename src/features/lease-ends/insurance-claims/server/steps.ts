import { sql } from 'kysely'
import { lockBills } from '#features/lease-ends/redemptions/server/record.ts'
import { requirePaidDay } from '#features/money/invoices/ledger/server/paid-day.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import { actorOf } from '#platform/server/events/events.ts'
import { requireVersion } from '#platform/server/http/changes.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { centsFromEuros, eurosFromCents } from '#platform/values/money.ts'
import type { insuranceClaims } from '../contract.ts'
import { coverOf } from './new-bike.ts'
import { type ClaimStepInput, stepClaim } from './process.ts'
import { type ClaimRecord, findClaim, lockClaim, missingOf, openCompensation } from './record.ts'
import { costOf, requireRepairStore } from './repair.ts'
import { claimView } from './view.ts'

type Body = BodyOf<typeof insuranceClaims.step>
type Wanted = Omit<Body, 'version'> & { readonly version?: number | undefined }

/** Takes one step of a claim for a signed-in user. */
export async function takeClaimStep(context: SignedInContext, id: string, body: Wanted) {
  const { db, env, scope, user } = context
  if (body.step === 'object')
    await lockBills(db, sql`r.agreement_id = (select k.agreement_id from insurance_claims k where k.id = ${id})`)
  const row = (await lockClaim(db, scope, id)) ?? fail('NOT_FOUND')
  requireVersion(body.version, row.version, await claimView(db, row, user, env.now()))
  if (body.step === 'object' && row.is_open_for_event) throw new AppError('CLAIM_EXISTS')
  await stepClaim(db, context, row, {
    step: body.step,
    mover: moverBeside(user, { companyId: row.company_id, ownerId: row.owner_id }),
    actor: actorOf(user, row.owner_id),
    ...(await broughtBy(context, row, body)),
  })
  // The step may have changed the lease and the claim's account, which the row carries.
  return claimView(db, (await findClaim(db, scope, id))!, user, env.now())
}

type Brought = Pick<ClaimStepInput, 'changes' | 'given' | 'reason' | 'extra'>

/** What the command of a step brings along. Texts about the event stay with the claim and out of the log. */
async function broughtBy(context: SignedInContext, row: ClaimRecord, body: Wanted): Promise<Brought> {
  const { env } = context
  const reason = body.reason?.trim() || null
  if (body.step === 'waive')
    return {
      reason,
      given: { isPieceMissing: body.piece !== undefined && missingOf(row).includes(body.piece) },
      changes: { waived_pieces: [...row.waived_pieces, ...(body.piece ? [body.piece] : [])] },
    }
  if (body.step === 'send')
    return { changes: { insurer_reference: body.insurerReference?.trim() || row.insurer_reference } }
  if (body.step === 'decide') return decidedBy(row, body)
  if (body.step === 'findTotalLoss') return decidedBy(row, { ...body, isTotalLoss: true })
  if (body.step === 'repair') return repairedBy(context, row, body)
  if (body.step === 'changeShop') return changedShop(context, row, body)
  if (body.step === 'completeRepair' || body.step === 'reimburse') {
    if (!body.bill) return {}
    const changes = costOf(row, { bill: body.bill, reason }, context)
    return { reason, changes, extra: { bill: body.bill } }
  }
  if (body.step === 'newBike') return body.acceptsTaxReview ? { given: { isTaxWarningRead: true } } : {}
  if (body.step === 'abandonNewBike') return { reason }
  if (body.step === 'receive') return receivedBy(env, row, body)
  if (body.step === 'deny') return { changes: { denial_reason: reason, denied_day: helsinkiDay(env.now()) } }
  if (body.step === 'object') return { given: { hasObjection: reason !== null }, changes: { objection: reason } }
  return {}
}

/** The insurer's sum. */
function decidedBy(row: ClaimRecord, { compensation, isTotalLoss }: Wanted): Brought {
  if (compensation === undefined) return { changes: { compensation_cents: null } }
  if (centsFromEuros(compensation) < row.received_cents)
    failField('compensation', 'TOO_SMALL', 'is less than has come', eurosFromCents(row.received_cents))
  return { changes: { compensation_cents: centsFromEuros(compensation), is_total_loss: isTotalLoss ?? false } }
}

/** The shop and its limit, which stays below what the insurance covers. */
async function repairedBy({ db, env }: SignedInContext, row: ClaimRecord, body: Wanted): Promise<Brought> {
  const { repairStoreId, repairLimit } = body
  if (repairStoreId === undefined || repairLimit === undefined) return { given: { isLimitBelowCover: true } }
  await requireRepairStore(db, repairStoreId)
  const limit = centsFromEuros(repairLimit)
  const isLimitBelowCover = limit < (await coverOf(db, row, env.now())).coverCents
  return { given: { isLimitBelowCover }, changes: { repair_store_id: repairStoreId, repair_limit_cents: limit } }
}

/** Another shop, or another limit at the same one. */
async function changedShop(context: SignedInContext, row: ClaimRecord, body: Wanted): Promise<Brought> {
  if (body.repairStoreId === undefined) failField('repairStoreId', 'REQUIRED', 'is missing')
  if (body.repairLimit === undefined) failField('repairLimit', 'REQUIRED', 'is missing')
  const brought = await repairedBy(context, row, body)
  return { ...brought, extra: { formerStoreId: row.repair_store_id! } }
}

/** The insurer's money: no more than is expected, on no later day than today. */
function receivedBy(
  env: SignedInContext['env'],
  row: ClaimRecord,
  { amount, paidDay, reason }: Wanted,
): Pick<ClaimStepInput, 'extra'> {
  const today = helsinkiDay(env.now())
  const open = openCompensation(row)
  if (amount === undefined) failField('amount', 'REQUIRED', 'is missing')
  if (paidDay === undefined) failField('paidDay', 'REQUIRED', 'is missing')
  requirePaidDay({ day: paidDay, today, issueDay: null, reason })
  const amountCents = centsFromEuros(amount)
  if (amountCents <= 0) failField('amount', 'REQUIRED', 'is nothing')
  if (open > 0 && amountCents > open) failField('amount', 'TOO_LARGE', 'is more than expected', eurosFromCents(open))
  return { extra: { received: { amountCents, paidDay, reason: reason?.trim() || null } } }
}
