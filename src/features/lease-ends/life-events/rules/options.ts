/**
 * What can be done with a leased bicycle when something happens in its person's life: one answer for the person and the
 * employer. Pure; cents, Helsinki days.
 */

import {
  defaultEndMonth,
  isPossibleMonth,
  offerValidUntil,
  priceAt,
  type RedeemableLease,
} from '#features/lease-ends/redemptions/rules/price.ts'
import { firstEndMonth, isPossibleEnd, usualPayer } from '#features/lease-ends/returns/rules/terms.ts'
import type { ReturnReason } from '#features/lease-ends/returns/rules.ts'
import type { FairValueTable } from '#features/pricing/leasing/rules/fair-value.ts'
import { priceAtEndOf, transferDay } from '#features/pricing/leasing/rules/passing-on.ts'
import { type PaymentChange, paymentIn } from '#features/pricing/leasing/rules/payments.ts'
import type { EndPrices } from '#features/pricing/leasing/rules.ts'
import {
  addDays,
  addMonths,
  type Day,
  firstOfMonth,
  laterDay,
  type Month,
  monthOf,
  nextMonth,
} from '#platform/values/days.ts'
import { type Cents, sumCents } from '#platform/values/money.ts'

export const lifeEvents = [
  'LEAVING',
  'RETIRING',
  'LONG_ABSENCE',
  'UNPAID_LEAVE',
  'DAMAGE',
  'GROUP_MOVE',
  'NEW_EMPLOYER',
  'END_OF_LEASE',
  'DEATH',
] as const
export type LifeEvent = (typeof lifeEvents)[number]
/** The events that have a day which somebody knows beforehand. */
export const eventsWithDay: ReadonlySet<LifeEvent> = new Set<LifeEvent>([
  'LEAVING',
  'RETIRING',
  'LONG_ABSENCE',
  'UNPAID_LEAVE',
  'GROUP_MOVE',
  'NEW_EMPLOYER',
])

export const optionKinds = ['REDEEM', 'RETURN', 'KEEP', 'TRANSFER', 'SELL', 'ABSENCE_PLAN', 'CLAIM', 'GO_ON'] as const
export type OptionKind = (typeof optionKinds)[number]
export const payers = ['EMPLOYEE', 'EMPLOYER', 'SHARED', 'BUYER'] as const
export const deciders = ['EMPLOYEE', 'EMPLOYER', 'BOTH', 'STAFF'] as const
export const taxWords = ['NONE', 'DIFFERENCE', 'BENEFIT_ENDS', 'BENEFIT_GOES_ON', 'ABSENCE', 'JUDGED_ANEW'] as const
export const otherwises = ['EMPLOYER_BEARS', 'GOES_ON', 'INSTALMENTS_GO_ON', 'TERM_ENDS', 'ESTATE'] as const
export const blocks = ['NOT_PRICED', 'POLICY_FORBIDS', 'ENDING_OPEN', 'TOO_LATE', 'KEPT_BY_EMPLOYER'] as const

export interface LifeLease extends RedeemableLease {
  readonly instalmentCents: Cents
  readonly lastInstalmentCents: Cents
  readonly changes: readonly PaymentChange[]
  readonly ends: EndPrices
  /** Some process that would end the lease is open. */
  readonly isEnding: boolean
  readonly isKept: boolean
}

export interface LifePolicy {
  readonly allowsReturn: boolean
  readonly fairValues: FairValueTable
}

export interface LifeOption {
  readonly kind: OptionKind
  /** Why it is not open now; null when it is. */
  readonly blocked: (typeof blocks)[number] | null
  readonly priceCents: Cents | null
  /** The month at whose end the lease would end. */
  readonly endMonth: Month | null
  /** What of the instalments would still be paid until then. */
  readonly leftCents: Cents
  readonly tax: (typeof taxWords)[number]
  readonly taxableCents: Cents
  /** The last day to choose it. */
  readonly deadline: Day | null
  readonly decides: (typeof deciders)[number]
  /** Of a return as its reason decides, and of a sale to another employer. */
  readonly payer: (typeof payers)[number] | null
}

export interface LifeOptions {
  readonly paidSoFarCents: Cents
  readonly leftCents: Cents
  readonly options: readonly LifeOption[]
  /** What happens when nobody chooses. */
  readonly otherwise: (typeof otherwises)[number]
}

/** The instalments of the months from one to another, both included. */
function instalmentsOf(lease: LifeLease, from: Month, to: Month): Cents {
  const cents: Cents[] = []
  const last = monthOf(lease.endDay)
  for (let month = from; month <= to && month <= last; month = nextMonth(month)) {
    const payment = paymentIn(lease, lease.changes, month)
    cents.push(month === last ? payment.lastInstalmentCents : payment.instalmentCents)
  }
  return sumCents(cents)
}

/** The month at whose end an event would end the lease: that of its day, and never one that is too late to ask for. */
function endMonthOf(lease: LifeLease, day: Day, today: Day): Month {
  const first = defaultEndMonth(lease, today)
  const wanted = monthOf(day)
  const last = monthOf(lease.endDay)
  if (lease.isOver || wanted < first) return first
  const isPastTerm = wanted > last
  return isPastTerm ? last : wanted
}

type Block = LifeOption['blocked']

/** What stands in the way of every end of a lease. */
function heldBack(lease: LifeLease): Block {
  if (lease.isEnding) return 'ENDING_OPEN'
  return lease.isKept ? 'KEPT_BY_EMPLOYER' : null
}

const noMoney = { priceCents: null, taxableCents: 0, payer: null } as const

function redeem(lease: LifeLease, { fairValues }: LifePolicy, day: Day, today: Day): LifeOption {
  const endMonth = endMonthOf(lease, day, today)
  const { priceCents, feeCents, taxableCents } = priceAt(lease, endMonth, fairValues)
  const isLate = !isPossibleMonth(lease, endMonth, today)
  return {
    kind: 'REDEEM',
    blocked: heldBack(lease) ?? (isLate ? 'TOO_LATE' : null),
    priceCents: priceCents + feeCents,
    endMonth,
    leftCents: lease.isOver ? 0 : instalmentsOf(lease, monthOf(today), endMonth),
    tax: taxableCents > 0 ? 'DIFFERENCE' : 'NONE',
    taxableCents,
    deadline: offerValidUntil(endMonth, { isOver: lease.isOver, today }),
    decides: 'EMPLOYEE',
    payer: null,
  }
}

/** The reason of a return that an event comes to. */
export const returnReasonOf = (event: LifeEvent): Exclude<ReturnReason, 'TERM_OVER'> =>
  event === 'LEAVING' || event === 'RETIRING' || event === 'NEW_EMPLOYER' ? 'RESIGNED' : 'OTHER'

/** Why a lease cannot be returned now; what the employer keeps is the employer's to return. */
function notGivenBack(lease: LifeLease, { allowsReturn }: LifePolicy, isLate: boolean, isOwn: boolean): Block {
  if (lease.isEnding) return 'ENDING_OPEN'
  if (lease.isKept && isOwn) return 'KEPT_BY_EMPLOYER'
  if (lease.ends.returnFeeCents === null) return 'NOT_PRICED'
  if (!allowsReturn) return 'POLICY_FORBIDS'
  return isLate ? 'TOO_LATE' : null
}

interface Happened {
  readonly event: LifeEvent
  readonly day: Day
  readonly today: Day
  /** Whether the lease is the caller’s own. */
  readonly isOwn: boolean
}

function giveBack(lease: LifeLease, policy: LifePolicy, { event, day, today, isOwn }: Happened): LifeOption {
  const first = firstEndMonth(lease, today)
  const endMonth = monthOf(laterDay(day, firstOfMonth(first)))
  const { returnFeeCents, returnTransportCents, noticeDay } = lease.ends
  const isLate = !isPossibleEnd(lease, endMonth, today)
  return {
    kind: 'RETURN',
    blocked: notGivenBack(lease, policy, isLate, isOwn),
    priceCents: returnFeeCents === null ? null : returnFeeCents + returnTransportCents,
    endMonth,
    leftCents: instalmentsOf(lease, monthOf(today), endMonth),
    tax: 'BENEFIT_ENDS',
    taxableCents: 0,
    deadline: `${endMonth}-${String(noticeDay).padStart(2, '0')}`,
    decides: 'BOTH',
    payer: usualPayer(returnReasonOf(event), 'EMPLOYEE', false),
  }
}

function keep(lease: LifeLease, day: Day, today: Day): LifeOption {
  return {
    ...noMoney,
    kind: 'KEEP',
    blocked: heldBack(lease),
    endMonth: null,
    leftCents: instalmentsOf(lease, monthOf(today), monthOf(day)),
    tax: 'BENEFIT_ENDS',
    deadline: null,
    decides: 'EMPLOYER',
  }
}

/** Why a lease cannot go to somebody else now: what begins there must have a month left. */
const notPassedOn = (lease: LifeLease, today: Day): Block =>
  heldBack(lease) ?? (transferDay(today) > lease.endDay ? 'TOO_LATE' : null)

function passOn(lease: LifeLease, day: Day, today: Day): LifeOption {
  const endMonth = endMonthOf(lease, day, today)
  return {
    ...noMoney,
    kind: 'TRANSFER',
    blocked: notPassedOn(lease, today),
    endMonth,
    leftCents: instalmentsOf(lease, monthOf(today), endMonth),
    tax: 'JUDGED_ANEW',
    deadline: null,
    decides: 'BOTH',
  }
}

/** The sale to an employer outside the service, as it would be billed today. */
function sell(lease: LifeLease, today: Day): LifeOption {
  const lastDay = addDays(transferDay(today), -1)
  return {
    kind: 'SELL',
    blocked: notPassedOn(lease, today),
    priceCents: priceAtEndOf(lease, lastDay),
    endMonth: monthOf(lastDay),
    leftCents: instalmentsOf(lease, monthOf(today), monthOf(lastDay)),
    tax: 'BENEFIT_ENDS',
    taxableCents: 0,
    deadline: null,
    decides: 'BOTH',
    payer: 'BUYER',
  }
}

const goOn = (lease: LifeLease, today: Day): LifeOption => ({
  ...noMoney,
  kind: 'GO_ON',
  blocked: null,
  endMonth: monthOf(lease.endDay),
  leftCents: instalmentsOf(lease, monthOf(today), monthOf(lease.endDay)),
  tax: 'BENEFIT_GOES_ON',
  deadline: null,
  decides: 'EMPLOYEE',
})

const plan = (lease: LifeLease, day: Day, today: Day): LifeOption => ({
  ...goOn(lease, today),
  kind: 'ABSENCE_PLAN',
  blocked: lease.isEnding ? 'ENDING_OPEN' : null,
  endMonth: null,
  tax: 'ABSENCE',
  deadline: day > today ? addDays(day, -1) : null,
  decides: 'BOTH',
})

const claim = (lease: LifeLease, today: Day): LifeOption => ({
  ...goOn(lease, today),
  kind: 'CLAIM',
  endMonth: null,
})

const otherwiseOf: Record<LifeEvent, LifeOptions['otherwise']> = {
  LEAVING: 'EMPLOYER_BEARS',
  RETIRING: 'EMPLOYER_BEARS',
  NEW_EMPLOYER: 'EMPLOYER_BEARS',
  GROUP_MOVE: 'EMPLOYER_BEARS',
  LONG_ABSENCE: 'GOES_ON',
  UNPAID_LEAVE: 'GOES_ON',
  DAMAGE: 'INSTALMENTS_GO_ON',
  END_OF_LEASE: 'TERM_ENDS',
  DEATH: 'ESTATE',
}

/**
 * The ways out, or on, of a lease when something happens on a day: price, what has been paid and what is left, tax,
 * deadline and who decides; and what happens when nobody does.
 */
export function lifeEventOptions(
  lease: LifeLease,
  policy: LifePolicy,
  { event, day, today, isOwn }: Happened,
): LifeOptions {
  const before = monthOf(addMonths(firstOfMonth(monthOf(today)), -1))
  const at = event === 'END_OF_LEASE' ? lease.endDay : laterDay(day, today)
  const buyOut = redeem(lease, policy, at, today)
  const back = giveBack(lease, policy, { event, day: at, today, isOwn })
  const leaving = [buyOut, back, keep(lease, at, today)]
  const onward = passOn(lease, at, today)
  const options: Record<LifeEvent, readonly LifeOption[]> = {
    LEAVING: [...leaving, onward],
    RETIRING: leaving,
    NEW_EMPLOYER: [onward, sell(lease, today), ...leaving],
    GROUP_MOVE: [onward, ...leaving],
    LONG_ABSENCE: [plan(lease, at, today), goOn(lease, today), buyOut],
    UNPAID_LEAVE: [plan(lease, at, today), buyOut, back],
    DAMAGE: [claim(lease, today)],
    END_OF_LEASE: [buyOut],
    DEATH: [buyOut, back, keep(lease, at, today)],
  }
  const start = monthOf(lease.startDay)
  return {
    paidSoFarCents: lease.isOver
      ? instalmentsOf(lease, start, monthOf(lease.endDay))
      : instalmentsOf(lease, start, before),
    leftCents: lease.isOver ? 0 : instalmentsOf(lease, monthOf(laterDay(today, lease.startDay)), monthOf(lease.endDay)),
    options: lease.isOver ? options[event].filter(({ kind }) => kind === 'REDEEM') : options[event],
    otherwise: lease.isOver ? 'TERM_ENDS' : otherwiseOf[event],
  }
}
