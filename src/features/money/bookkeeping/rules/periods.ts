/** When a month of the books may be closed, opened again or filed, and what is compared before. Pure. */
import type { ErrorCode } from '#platform/contract/errors.ts'
import { type Day, firstOfMonth, lastOfMonth, type Month, nextMonth } from '#platform/values/days.ts'
import { type Cents, sumCents } from '#platform/values/money.ts'
import type { BankPart } from './bank-days.ts'

export const periodStates = ['OPEN', 'CLOSED', 'FILED'] as const
export type PeriodState = (typeof periodStates)[number]

/** What the ledger is compared with before a month is closed. */
export const checkKinds = ['BANK', 'RECEIVABLES', 'PAYABLES', 'PREPAYMENTS', 'DEDUCTIONS'] as const
export type CheckKind = (typeof checkKinds)[number]

export interface Check {
  readonly kind: CheckKind
  readonly ledgerCents: Cents
  /** Null where there is nothing to compare with: no statement of the bank. */
  readonly comparedCents: Cents | null
  /** What of the difference explains itself, by name: of the bank alone. */
  readonly explained?: readonly { readonly part: BankPart; readonly cents: Cents }[]
}

/** How much more the ledger says than what it is compared with and what explains itself; null where nothing can tell. */
export function differenceOf({ ledgerCents, comparedCents, explained = [] }: Check): Cents | null {
  if (comparedCents === null) return ledgerCents === 0 ? 0 : null
  return ledgerCents - comparedCents - sumCents(explained.map(({ cents }) => cents))
}

export const agrees = (check: Check): boolean => differenceOf(check) === 0

/** The months of the books that are closed: all up to one. */
export interface Books {
  readonly today: Day
  /** The month of the first voucher; null while there is none. */
  readonly first: Month | null
  /** The last closed month; null while none is. */
  readonly closedThrough: Month | null
}

/** The month that is closed next; null while there is nothing to close. */
export function nextToClose({ first, closedThrough }: Books): Month | null {
  return closedThrough ? nextMonth(closedThrough) : first
}

/** Why a month cannot be closed on a day; null where it can. */
export function refusalOfClosing(month: Month, state: PeriodState, books: Books): ErrorCode | null {
  if (state !== 'OPEN') return 'PERIOD_CLOSED'
  if (lastOfMonth(firstOfMonth(month)) >= books.today) return 'PERIOD_NOT_OVER'
  return month === nextToClose(books) ? null : 'PERIOD_OUT_OF_ORDER'
}

/** Why a month cannot be opened again; null where it can. */
export function refusalOfOpening(month: Month, state: PeriodState, { closedThrough }: Books): ErrorCode | null {
  if (state === 'OPEN') return 'PERIOD_NOT_CLOSED'
  if (state === 'FILED') return 'PERIOD_FILED'
  return month === closedThrough ? null : 'PERIOD_OUT_OF_ORDER'
}

/** Why a month's return cannot be marked as filed; null where it can. */
export function refusalOfFiling(state: PeriodState): ErrorCode | null {
  if (state === 'OPEN') return 'PERIOD_NOT_CLOSED'
  return state === 'FILED' ? 'PERIOD_FILED' : null
}
