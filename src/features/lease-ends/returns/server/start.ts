import { sendReceipt } from '#features/ground/notifications/server/receipt.ts'
import { isKeptAtEmployer } from '#features/leases/agreements/bike-out.ts'
import { lockAgreementToEnd } from '#features/leases/agreements/server/agreements-to-end.ts'
import { openEnding } from '#features/leases/agreements/server/endings.ts'
import { headBeside } from '#features/story/lease-story/server/head.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { pages } from '#platform/contract/pages.ts'
import { planStep } from '#platform/process/plan.ts'
import { scopeOf, scopeOfAll } from '#platform/server/database/scope.ts'
import { foldText } from '#platform/server/database/search.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import { addDays, helsinkiDay, type Month, monthOf } from '#platform/values/days.ts'
import { eurosFromCents } from '#platform/values/money.ts'
import type { returns } from '../contract.ts'
import { returnProcess } from '../rules/table.ts'
import { firstEndMonth, possibleEnds, usualPayer } from '../rules/terms.ts'
import { ANSWER_DAYS } from '../rules/turns.ts'
import type { ReturnFacts, ReturnGuard } from '../rules/words.ts'
import { askedReasons, type ReturnAsker, type ReturnReason } from '../rules.ts'
import { returnEvent } from './messages.ts'
import { stepReturn, tellOfRequest } from './process.ts'
import {
  type AgreementToReturn,
  agreementsToReturn,
  askedFacts,
  findAgreementToReturn,
  leaseOf,
  lockReturn,
  pricesOf,
  type ReturnRecord,
} from './record.ts'
import { returnView } from './view.ts'

const askerOf = ({ capacities }: ReturnType<typeof moverBeside>): ReturnAsker =>
  capacities.has('SELF') ? 'EMPLOYEE' : capacities.has('EMPLOYER') ? 'EMPLOYER' : 'STAFF'

type Wanted = { reason: ReturnReason; endMonth: Month }

function judge({ env, user }: SignedInContext, agreement: AgreementToReturn, { reason, endMonth }: Wanted) {
  const asked = askedFacts({ ...agreement, reason, end_month: endMonth }, env.now())
  const mover = moverBeside(user, { companyId: agreement.company_id, ownerId: agreement.user_id })
  // What the employer keeps is not the person's to return.
  const isTheirs = agreement.kept_from === null || !mover.capacities.has('SELF')
  const facts = { ...asked, isRunning: asked.isRunning && isTheirs } as ReturnFacts
  const step = reason === 'TERM_OVER' ? 'requestAfterTerm' : 'request'
  return { mover, plan: planStep(returnProcess, facts, null, { step }, mover) }
}

/** What the employer keeps and has with it comes back from the employer. */
const isFromEmployer = ({ kept_from, bike_place }: AgreementToReturn): boolean =>
  isKeptAtEmployer({ bikeAt: bike_place, keptFrom: kept_from })

type Inserted = Wanted & { askedBy: ReturnAsker }

/** The row of a return, at the prices of the agreement's list, as the one ending of its lease. @returns its id */
async function insertReturn(context: SignedInContext, agreement: AgreementToReturn, of: Inserted): Promise<string> {
  const { db, env } = context
  const id = env.id()
  const prices = pricesOf(agreement)
  const isFree = of.reason === 'TERM_OVER'
  await openEnding(db, context, {
    endingId: id,
    companyId: agreement.company_id,
    agreementId: agreement.id,
    kind: 'RETURN',
  })
  await db
    .insertInto('bike_returns')
    .values({
      id,
      company_id: agreement.company_id,
      beneficiary_employee_id: agreement.beneficiary_employee_id,
      agreement_id: agreement.id,
      step: 'REQUESTED',
      reason: of.reason,
      asked_by: of.askedBy,
      end_month: of.endMonth,
      asked_month: of.endMonth,
      from_employer: isFromEmployer(agreement),
      fee_cents: isFree ? 0 : prices.returnFeeCents!,
      transport_cents: isFree ? 0 : prices.returnTransportCents,
      bike_store_id: agreement.bike_store_id,
      search_text: ` ${foldText([agreement.first_name, agreement.last_name, agreement.agreement_number, agreement.order_number].filter(Boolean).join(' '))}`,
      step_changed_at: env.now(),
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  return id
}

/** V1: opens a return at the prices of the agreement's list. @throws RETURN_STEP_NOT_ALLOWED with the unmet guards */
async function open(context: SignedInContext, agreement: AgreementToReturn, wanted: Wanted): Promise<ReturnRecord> {
  const { db, env, user } = context
  const { mover, plan } = judge(context, agreement, wanted)
  if (!plan.ok)
    throw new AppError(plan.reason === 'NOT_PERMITTED' ? 'RETURN_STEP_NOT_PERMITTED' : 'RETURN_STEP_NOT_ALLOWED', {
      details: { step: 'request', unmet: plan.unmet },
    })
  const id = await insertReturn(context, agreement, {
    ...wanted,
    askedBy: askerOf(mover),
  })
  const row = (await lockReturn(db, scopeOfAll, id))!
  await logEvent(db, env, actorOf(user, row.owner_id), 'PROCESS_STEP', {
    ...returnEvent(row),
    data: { process: 'return', step: 'request', to: 'REQUESTED', edge: 'V1', endMonth: wanted.endMonth },
  })
  return row
}

/** The person's or the employer's wish to return the bicycle; the employer's is approved with it. */
export async function requestReturn(context: SignedInContext, body: BodyOf<typeof returns.create>) {
  const { db, env, user } = context
  const agreement = await lockAgreementToEnd(agreementsToReturn(db, scopeOf(user, 'return:request')), body)
  const today = helsinkiDay(env.now())
  const endMonth = body.endMonth ?? firstEndMonth(leaseOf(agreement), today)
  const row = await open(context, agreement, { reason: body.reason, endMonth })
  const actor = actorOf(user, row.owner_id)
  if (row.asked_by !== 'EMPLOYER') await tellOfRequest(db, context, row, actor)
  if (row.asked_by === 'EMPLOYEE')
    await sendReceipt(db, context, user.userId, {
      kind: 'return',
      number: row.agreement_number,
      next: addDays(today, ANSWER_DAYS),
      link: pages.myBike,
      companyId: row.company_id,
      head: await headBeside(db, context, { agreementId: row.agreement_id, isOwn: true, kind: 'RETURN' }),
    })
  const now =
    row.asked_by === 'EMPLOYER'
      ? await stepReturn(db, context, row, {
          step: 'approve',
          mover: moverBeside(user, { companyId: row.company_id, ownerId: row.owner_id }),
          actor,
          changes: { payer: body.payer ?? usualPayer(body.reason, 'EMPLOYER', row.from_employer) },
        })
      : row
  return returnView(db, now, user, env.now())
}

/** The staff take the bicycle of a lease that is over and that nobody has chosen for. */
export async function takeBack(context: SignedInContext, leasingAgreementId: string) {
  const { db, env, user } = context
  const agreement = await lockAgreementToEnd(agreementsToReturn(db, scopeOf(user, 'return:inspect')), {
    leasingAgreementId,
  })
  const row = await open(context, agreement, { reason: 'TERM_OVER', endMonth: monthOf(helsinkiDay(env.now())) })
  const taken = await stepReturn(db, context, row, {
    step: 'takeBack',
    mover: moverBeside(user, { companyId: row.company_id, ownerId: row.owner_id }),
    actor: actorOf(user),
  })
  return returnView(db, taken, user, env.now())
}

/** What a return costs and when it can be. @throws NOT_FOUND */
export async function quoteOf(context: SignedInContext, leasingAgreementId: string) {
  const { db, env, scope } = context
  const agreement = (await findAgreementToReturn(db, scope, leasingAgreementId)) ?? fail('NOT_FOUND')
  const months = possibleEnds(leaseOf(agreement), helsinkiDay(env.now()))
  const prices = pricesOf(agreement)
  const endMonth = months[0] ?? null
  const { plan, mover } = judge(context, agreement, { reason: 'OTHER', endMonth: endMonth ?? '2000-01' })
  const fee = prices.returnFeeCents ?? 0
  return {
    leasingAgreementId,
    unmet: plan.ok ? [] : (plan.unmet.filter((guard) => guard !== 'REASON_MISSING') as ReturnGuard[]),
    fee: eurosFromCents(fee),
    transport: eurosFromCents(prices.returnTransportCents),
    total: eurosFromCents(fee + prices.returnTransportCents),
    noticeDay: prices.noticeDay,
    endMonth,
    months,
    payers: askedReasons.map((reason) => ({
      reason,
      payer: usualPayer(reason, askerOf(mover), isFromEmployer(agreement)),
    })),
    keptFrom: agreement.kept_from,
  }
}
