import { INVOICE_TOLERANCE_CENTS } from '#features/orders/orders/rules/guards.ts'
import { type Cents, centsFromEuros, eurosFromCents } from '#platform/values/money.ts'

/** How much an invoice may differ from its order without a reason, euros. */
export const TOLERANCE = eurosFromCents(INVOICE_TOLERANCE_CENTS)

/** Invoice minus order, cents; an order without a price counts as nothing. Both in euros. */
export function differenceCents(orderTotal: number | null, invoiceTotal: number): Cents {
  return centsFromEuros(invoiceTotal) - centsFromEuros(orderTotal ?? 0)
}
