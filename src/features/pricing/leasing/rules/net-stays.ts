/** What a change of the VAT rate makes of a payment whose net stays. Pure; cents, basis points. */
import { mulDivHalfUp } from '#platform/values/money.ts'
import type { MonthlyPayment } from './payments.ts'

const WHOLE = 10_000
type Payment = MonthlyPayment & { readonly serviceShareCents: number }

/** The payment at another rate; what it changes by is the service share's, because the rest pays the bicycle off. */
export function withVatRate(payment: Payment, fromBasisPoints: number, toBasisPoints: number): Payment {
  const netOf = (cents: number) => mulDivHalfUp(cents, WHOLE, WHOLE + fromBasisPoints)
  const at = (cents: number) => mulDivHalfUp(netOf(cents), WHOLE + toBasisPoints, WHOLE)
  const instalmentCents = at(payment.instalmentCents)
  return {
    instalmentCents,
    lastInstalmentCents: at(payment.lastInstalmentCents),
    serviceShareCents: Math.max(0, payment.serviceShareCents + instalmentCents - payment.instalmentCents),
  }
}
