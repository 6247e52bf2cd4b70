import type { Month } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

/** What a lease costs a month, and in its last one. */
export interface MonthlyPayment {
  readonly instalmentCents: Cents
  readonly lastInstalmentCents: Cents
}

/** A payment that holds from a month on, with what held before it. */
export interface PaymentChange extends MonthlyPayment {
  readonly from: Month
  readonly earlier: MonthlyPayment
}

/** The payment of a month: what was agreed, or the latest change that has begun by then. Changes come in their order. */
export function paymentIn(now: MonthlyPayment, changes: readonly PaymentChange[], month: Month): MonthlyPayment {
  const latest = changes.findLast(({ from }) => from <= month)
  return latest ?? changes[0]?.earlier ?? now
}

/** The payment with another service share; what pays the bicycle off stays, and so do term, buy-out prices and residual. */
export function withServiceShare(
  payment: MonthlyPayment & { readonly serviceShareCents: Cents },
  serviceShareCents: Cents,
): MonthlyPayment & { readonly serviceShareCents: Cents } {
  const difference = serviceShareCents - payment.serviceShareCents
  return {
    serviceShareCents,
    instalmentCents: payment.instalmentCents + difference,
    lastInstalmentCents: payment.lastInstalmentCents + difference,
  }
}
