import { lockAgreementToEnd } from '#features/leases/agreements/server/agreements-to-end.ts'
import { openEnding } from '#features/leases/agreements/server/endings.ts'
import { paymentIn } from '#features/pricing/leasing/rules/payments.ts'
import { fairValuesInForce } from '#features/pricing/leasing/server/fair-values.ts'
import { requireBeside } from '#features/story/lease-story/server/beside.ts'
import type { BodyOf, QueryOf } from '#platform/contract/contract.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import { planStep, systemMover } from '#platform/process/plan.ts'
import { scopeOf, scopeOfAll } from '#platform/server/database/scope.ts'
import { foldText } from '#platform/server/database/search.ts'
import { actorOf, logEvent, systemActor } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { moverBeside } from '#platform/server/process/mover.ts'
import {
  addMonths,
  firstOfMonth,
  helsinkiDay,
  lastOfMonth,
  type Month,
  monthOf,
  monthsBetween,
} from '#platform/values/days.ts'
import { eurosFromCents, sumCents } from '#platform/values/money.ts'
import type { redemptions } from '../contract.ts'
import { defaultEndMonth, dueDayOf, isPossibleMonth, offerValidUntil, priceAt } from '../rules/price.ts'
import { redemptionProcess } from '../rules/table.ts'
import type { RedemptionFacts } from '../rules/words.ts'
import { redemptionEvent } from './messages.ts'
import { mostTaxOf } from './most-tax.ts'
import { stepRedemption } from './process.ts'
import {
  type AgreementToRedeem,
  agreementsToRedeem,
  findAgreementToRedeem,
  isClaimOpen,
  isRedeemable,
  leaseOf,
  lockRedemption,
  type RedemptionRecord,
} from './record.ts'
import { goOn } from './steps.ts'
import { redemptionView } from './view.ts'

/** R1 and R2: opens a redemption and offers the table's price at once. */
export async function startRedemption(context: SignedInContext, body: BodyOf<typeof redemptions.create>) {
  const { db, user } = context
  const agreement = await lockAgreementToEnd(agreementsToRedeem(db, scopeOf(user, 'redemption:request')), body)
  const offered = await openRedemption(context, agreement, { ...body, buyer: body.buyer ?? 'EMPLOYEE' })
  return redemptionView(db, context, offered, user)
}

type Wanted = Pick<BodyOf<typeof redemptions.create>, 'endMonth' | 'paymentMethod' | 'reason'> & {
  readonly buyer: 'EMPLOYEE' | 'EMPLOYER'
  readonly isPassing?: boolean
}

async function openRedemption(
  context: SignedInContext,
  agreement: AgreementToRedeem,
  wanted: Wanted,
): Promise<RedemptionRecord> {
  const { db, env, user } = context
  const today = helsinkiDay(env.now())
  const endMonth = wanted.endMonth ?? defaultEndMonth(leaseOf(agreement), today)
  const hasOpenClaim = await isClaimOpen(db, agreement)
  // The matrix names the claim, so that the refusal leads to it.
  if (hasOpenClaim) await requireBeside(db, context, { agreementId: agreement.id, begins: 'BUY_OUT' })
  requireStart(context, agreement, { endMonth, buyer: wanted.buyer, hasOpenClaim })
  const id = env.id()
  await openEnding(db, context, {
    endingId: id,
    companyId: agreement.company_id,
    agreementId: agreement.id,
    kind: 'REDEMPTION',
  })
  await db
    .insertInto('redemptions')
    .values({
      id,
      company_id: agreement.company_id,
      beneficiary_employee_id: agreement.beneficiary_employee_id,
      agreement_id: agreement.id,
      step: 'STARTED',
      reason: wanted.reason,
      buyer: wanted.buyer,
      end_month: endMonth,
      payment_method: wanted.paymentMethod ?? null,
      search_text: searchTextOf(agreement),
      step_changed_at: env.now(),
      created_at: env.now(),
      updated_at: env.now(),
    })
    .execute()
  const row = (await lockRedemption(db, scopeOfAll, id))!
  await logEvent(db, env, actorOf(user), 'BIKE_REDEMPTION_STARTED', {
    ...redemptionEvent(row),
    data: { reason: wanted.reason, endMonth },
  })
  return stepRedemption(db, context, row, {
    step: 'offer',
    mover: systemMover,
    actor: systemActor,
    extra: { isPassing: wanted.isPassing ?? false },
  })
}

/** The staff bill the residual of a bicycle that nobody has chosen for, or that is lost, to the employer whose policy buys it. */
export async function chargeEmployer(context: SignedInContext, leasingAgreementId: string) {
  const { db, user } = context
  const agreement = await lockAgreementToEnd(agreementsToRedeem(db, scopeOf(user, 'redemption:manage')), {
    leasingAgreementId,
  })
  const offered = await openRedemption(context, agreement, {
    buyer: 'EMPLOYER',
    reason: 'END_OF_LEASE',
    isPassing: true,
  })
  const accepted = await stepRedemption(db, context, offered, {
    step: 'chargeEmployer',
    mover: moverBeside(user, { companyId: agreement.company_id, ownerId: agreement.user_id }),
    actor: actorOf(user),
    changes: { payment_method: 'INVOICE' },
  })
  await goOn(db, context, accepted, actorOf(user))
  return redemptionView(db, context, (await lockRedemption(db, scopeOfAll, offered.id))!, user)
}

const searchTextOf = (agreement: AgreementToRedeem) =>
  ` ${foldText([agreement.first_name, agreement.last_name, agreement.agreement_number, agreement.order_number].filter(Boolean).join(' '))}`

function requireStart(
  { env, user }: SignedInContext,
  agreement: AgreementToRedeem,
  { endMonth, buyer, hasOpenClaim }: { endMonth: Month; buyer: 'EMPLOYEE' | 'EMPLOYER'; hasOpenClaim: boolean },
): void {
  const today = helsinkiDay(env.now())
  const facts = {
    today,
    isRedeemable: isRedeemable(agreement, buyer) && (agreement.kept_from === null || buyer === 'EMPLOYER'),
    // What the employer keeps it may buy, whether its user leaves or not.
    isLeaver: agreement.last_working_day < '2999-01-01' || agreement.kept_from !== null,
    isPossibleMonth: isPossibleMonth(leaseOf(agreement), endMonth, today),
    hasOpenClaim,
  } as RedemptionFacts
  const mover = moverBeside(user, { companyId: agreement.company_id, ownerId: agreement.user_id })
  const plan = planStep(redemptionProcess, facts, null, { step: 'start' }, mover)
  if (plan.ok) return
  throw new AppError(
    plan.reason === 'NOT_PERMITTED' ? 'REDEMPTION_STEP_NOT_PERMITTED' : 'REDEMPTION_STEP_NOT_ALLOWED',
    { details: { step: 'start', unmet: plan.unmet } },
  )
}

/** What a lease can be redeemed for. @throws NOT_FOUND, REDEMPTION_STEP_NOT_ALLOWED for one that cannot be redeemed */
export async function quoteOf({ db, env, user }: SignedInContext, query: QueryOf<typeof redemptions.quote>) {
  const found = await findAgreementToRedeem(db, scopeOf(user, 'redemption:request'), query.leasingAgreementId)
  const { agreement } = found ?? fail('NOT_FOUND')
  const today = helsinkiDay(env.now())
  const lease = leaseOf(agreement)
  const endMonth = query.endMonth ?? defaultEndMonth(lease, today)
  const buyer = query.buyer ?? 'EMPLOYEE'
  const isOffered = isRedeemable(agreement, buyer) && (agreement.kept_from === null || buyer === 'EMPLOYER')
  if (!isOffered || !isPossibleMonth(lease, endMonth, today))
    throw new AppError('REDEMPTION_STEP_NOT_ALLOWED', { details: { step: 'start', unmet: ['LEASE_NOT_REDEEMABLE'] } })
  if (await isClaimOpen(db, agreement))
    throw new AppError('REDEMPTION_STEP_NOT_ALLOWED', { details: { step: 'start', unmet: ['CLAIM_OPEN'] } })
  const { table } = await fairValuesInForce(db)
  const price = priceAt(lease, endMonth, table)
  const endsOn = lease.isOver ? today : lastOfMonth(firstOfMonth(endMonth))
  const instalment = (index: number) => instalmentAt(agreement, index)
  const at = { isOver: lease.isOver, today }
  const runs = lease.isOver
    ? agreement.lease_months
    : Math.min(agreement.lease_months, monthsBetween(lease.startDay, endsOn) + 1)
  const paid = lease.isOver ? agreement.lease_months : Math.max(0, monthsBetween(lease.startDay, today))
  const until = Array.from({ length: runs }, (_, index) => instalment(index))
  return {
    leasingAgreementId: agreement.id,
    endMonth,
    endsOn,
    price: eurosFromCents(price.priceCents),
    fee: eurosFromCents(price.feeCents),
    total: eurosFromCents(price.priceCents + price.feeCents),
    fairValue: eurosFromCents(price.fairValueCents),
    taxableDifference: eurosFromCents(price.taxableCents),
    mostTax: await mostTaxOf(db, price.taxableCents, today),
    paidSoFar: eurosFromCents(sumCents(until.slice(0, paid))),
    leftToPay: eurosFromCents(sumCents(until.slice(paid))),
    offerValidUntil: offerValidUntil(endMonth, at),
    dueDay: dueDayOf(endMonth, at),
    months: possibleMonths(lease, today).map((month) => ({
      month,
      price: eurosFromCents(priceAt(lease, month, table).priceCents),
    })),
  }
}

/** The instalment of a month of the lease, counted from 0. */
function instalmentAt(agreement: AgreementToRedeem, index: number) {
  const { instalment_cents, last_instalment_cents, changes, start_day, lease_months } = agreement
  const now = { instalmentCents: instalment_cents, lastInstalmentCents: last_instalment_cents }
  const payment = paymentIn(now, changes, monthOf(addMonths(start_day!, index)))
  return index === lease_months - 1 ? payment.lastInstalmentCents : payment.instalmentCents
}

function possibleMonths(lease: ReturnType<typeof leaseOf>, today: string): Month[] {
  const months: Month[] = []
  for (let month = defaultEndMonth(lease, today); isPossibleMonth(lease, month, today); ) {
    months.push(month)
    if (lease.isOver) break
    const [year, number] = month.split('-').map(Number) as [number, number]
    month = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  }
  return months
}
