/** The prepaid service of a lease: how much of it can be used, and when. Pure. */
import type { ServiceTerms } from '#features/pricing/leasing/rules.ts'
import { type LeaseFacts, lastDayOf } from '#features/story/lease-story/facts.ts'
import { holderOn } from '#features/story/lease-story/rules/possession.ts'
import { addDays, type Day, monthsBetween } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

/** For how many days a voucher is good. */
export const VOUCHER_DAYS = 30
/** How often a day a shop has the link to its bill sent for one voucher. */
export const LINKS_A_DAY = 5

export const voucherStates = ['OPEN', 'TAKEN', 'BILLED', 'CANCELLED', 'EXPIRED'] as const
export type VoucherState = (typeof voucherStates)[number]

/** Why a lease has no service now. */
export const serviceObstacles = [
  'NOT_STARTED',
  'LEASE_OVER',
  'CANCELLATION',
  'COMPANY_BANKRUPT',
  'NOT_WITH_PERSON',
  'NOTHING_LEFT',
] as const
export type ServiceObstacle = (typeof serviceObstacles)[number]

/** The sum that the terms have released by a day: all of it, or the shares of the years that have begun. */
export function releasedCents({ cents, months, release }: ServiceTerms, startDay: Day | null, today: Day): Cents {
  if (startDay === null || today < startDay) return 0
  if (release === 'WHOLE') return cents
  const begun = 12 * (Math.floor(monthsBetween(startDay, today) / 12) + 1)
  return begun >= months ? cents : Math.floor((cents * begun) / months)
}

/** The last day on which what is left can be used: the lease's, and after a buy-out as long as the terms say. */
export function lastServiceDay({ daysAfter }: ServiceTerms, lease: LeaseFacts): Day | null {
  const last = lastDayOf(lease)
  return last !== null && lease.endReason === 'REDEEMED' ? addDays(last, daysAfter) : last
}

/** Whether the person has the bicycle, or has bought it and may still use what is left. */
function hasBike(terms: ServiceTerms, lease: LeaseFacts, today: Day): boolean {
  const holder = holderOn(lease, today)
  if (holder === 'EMPLOYEE') return true
  return holder === 'OWNER' && lease.endReason === 'REDEEMED' && terms.daysAfter > 0
}

/** Nobody has said on which day it was lost. */
const isLostSometime = ({ claims }: LeaseFacts) =>
  claims.some(
    ({ type, step, happenedDay }) =>
      (type === 'THEFT' || type === 'LOSS') && happenedDay === null && step !== 'REPLACED' && step !== 'LEASE_ENDED',
  )

/** What keeps a lease from having service on a day; null when nothing does. */
export function serviceObstacle(
  terms: ServiceTerms,
  lease: LeaseFacts,
  { day, leftCents }: { readonly day: Day; readonly leftCents: Cents },
): ServiceObstacle | null {
  if (lease.leaseState === 'NOT_STARTED') return 'NOT_STARTED'
  const last = lastServiceDay(terms, lease)
  if (lease.leaseState === 'ENDED' && (last === null || day > last)) return 'LEASE_OVER'
  if (lease.cancellation) return 'CANCELLATION'
  if (lease.exit?.kind === 'BANKRUPT') return 'COMPANY_BANKRUPT'
  if (isLostSometime(lease) || !hasBike(terms, lease, day)) return 'NOT_WITH_PERSON'
  return leftCents > 0 ? null : 'NOTHING_LEFT'
}

/** Signs that nobody mistakes for each other when they are read out. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A voucher's code of eight signs. @param bytes at least eight random ones */
export const voucherCode = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, 8), (byte) => signs[byte % signs.length]).join('')

/** A code as it was read or typed: without blanks and lines, in capitals. */
export const typedCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()

/** A code as it is shown: two groups of four. */
export const shownCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`
