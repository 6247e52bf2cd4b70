import { type PaymentChange, paymentIn } from '#features/pricing/leasing/rules/payments.ts'
import { type Day, firstOfMonth, lastOfMonth, type Month, monthOf, nextMonth } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

export type BilledKind = 'INSTALMENT' | 'FEE'

/** A lease as its employer is billed for it. */
export interface BillableLease {
  readonly agreementId: string
  /** The operator bills instalments of its own leases alone; other lessors bill theirs. */
  readonly isOperators: boolean
  readonly startDay: Day
  /** The last day of the term, whose month has the last instalment. */
  readonly termEndDay: Day
  /** The last day that the lease ran or will run. */
  readonly endDay: Day
  readonly instalmentCents: Cents
  readonly lastInstalmentCents: Cents
  readonly adminFeeCents: Cents
  /** The first day of a changed instalment; what was billed before it stands. */
  readonly instalmentFrom: Day | null
  /** Payments that hold from a month on, in their order. */
  readonly changes?: readonly PaymentChange[]
  /** Months of an absence with what the person is billed of their instalment. */
  readonly personMonths?: readonly { readonly month: Month; readonly cents: Cents }[]
}

/** What has been billed for a lease, one month and kind, credit notes taken off. */
export interface BilledMonth {
  readonly agreementId: string
  readonly kind: BilledKind
  readonly month: Month
  readonly cents: Cents
  /** The VAT rate of the line. */
  readonly basisPoints: number
  /** The line that a credit would be taken from. */
  readonly lineId: string
  readonly lineLeftCents: Cents
}

/** Months in a row for which a lease was billed the same at one VAT rate, each once. */
export interface BilledSpan {
  readonly agreementId: string
  readonly kind: BilledKind
  readonly cents: Cents
  readonly basisPoints: number
  readonly first: Month
  readonly last: Month
  /** How many months were billed so from the first to the last. */
  readonly months: number
}

/**
 * The months of spans one by one, without the lines that billed them: enough to tell what is still to be billed.
 * @returns null when a month between has another sum, so that the lines themselves have to be read
 */
export function monthsOfSpans(spans: readonly BilledSpan[]): BilledMonth[] | null {
  const billed: BilledMonth[] = []
  for (const { agreementId, kind, cents, basisPoints, first, last, months } of spans) {
    let count = 0
    for (let month = first; month <= last && count <= months; month = nextMonth(month)) {
      billed.push({ agreementId, kind, month, cents, basisPoints, lineId: '', lineLeftCents: cents })
      count += 1
    }
    if (count !== months) return null
  }
  return billed
}

export interface PlannedLine {
  readonly agreementId: string
  readonly kind: BilledKind
  readonly month: Month
  readonly grossCents: Cents
  /** The month corrected, where it is not the run's own. */
  readonly correctsMonth: Month | null
}

export interface PlannedCredit {
  readonly lineId: string
  readonly grossCents: Cents
}

/** What a lease costs its employer in a month. */
export function expectedCents(lease: BillableLease, kind: BilledKind, month: Month): Cents {
  const first = firstOfMonth(month)
  if (first < firstOfMonth(monthOf(lease.startDay)) || first > lease.endDay) return 0
  if (kind === 'FEE') return lease.adminFeeCents
  if (!lease.isOperators) return 0
  const payment = paymentIn(lease, lease.changes ?? [], month)
  const cents = monthOf(lease.termEndDay) === month ? payment.lastInstalmentCents : payment.instalmentCents
  const own = lease.personMonths?.find((one) => one.month === month)?.cents ?? 0
  return Math.max(0, cents - own)
}

/**
 * What a run bills and credits for one lease: the month itself in advance, and each month since billing began that was
 * billed otherwise than it should have been. Too little is a line that names the month, too much a credit of its line. What
 * was sent at another VAT rate than the month has is credited whole and billed again.
 */
export function planLease(
  lease: BillableLease,
  billed: readonly BilledMonth[],
  { month, since, rates }: { month: Month; since: Month; rates?: ReadonlyMap<Month, number> },
): { lines: PlannedLine[]; credits: PlannedCredit[] } {
  const lines: PlannedLine[] = []
  const credits: PlannedCredit[] = []
  const begin = since > monthOf(lease.startDay) ? since : monthOf(lease.startDay)
  const known = Map.groupBy(billed, (row) => `${row.kind} ${row.month}`)
  for (let at = begin; at <= month; at = nextMonth(at))
    for (const kind of ['INSTALMENT', 'FEE'] as const) {
      const own = known.get(`${kind} ${at}`) ?? []
      const stands =
        lease.instalmentFrom !== null && own.length > 0 && lastOfMonth(firstOfMonth(at)) < lease.instalmentFrom
      const rate = stands ? undefined : rates?.get(at)
      const isWrong = (row: BilledMonth) => rate !== undefined && row.basisPoints !== rate && row.lineLeftCents > 0
      credits.push(...own.filter(isWrong).map((row) => ({ lineId: row.lineId, grossCents: row.lineLeftCents })))
      const right = own.filter((row) => !isWrong(row))
      const already = right.reduce((sum, row) => sum + row.cents, 0)
      const difference = stands ? 0 : expectedCents(lease, kind, at) - already
      if (difference > 0)
        lines.push({
          agreementId: lease.agreementId,
          kind,
          month: at,
          grossCents: difference,
          correctsMonth: at === month ? null : at,
        })
      if (difference < 0) credits.push(...creditsOf(right, -difference))
    }
  return { lines, credits }
}

/** Takes an amount off the lines that billed it, the latest first. */
function creditsOf(billed: readonly BilledMonth[], cents: Cents): PlannedCredit[] {
  const credits: PlannedCredit[] = []
  let left = cents
  for (const row of billed.toReversed()) {
    const part = Math.min(left, row.lineLeftCents)
    if (part > 0) credits.push({ lineId: row.lineId, grossCents: part })
    left -= part
  }
  return credits
}
