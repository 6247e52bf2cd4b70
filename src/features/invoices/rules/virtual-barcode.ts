import type { Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'

/** Above this the amount does not fit and is left open; the payer types it. */
const HIGHEST_CENTS = 99_999_999

/**
 * The 54 digits of the Finnish bank barcode (Finance Finland, version 4, national reference number): version, account,
 * euros, cents, three zeros, reference, due day.
 * @throws RangeError for an account that is not Finnish and for a reference that is not up to 20 digits
 */
export function virtualBarcode(invoice: {
  iban: string
  totalCents: Cents
  referenceNumber: string
  dueDay: Day
}): string {
  const account = /^FI(\d{16})$/.exec(invoice.iban.replaceAll(' ', ''))?.[1]
  const reference = invoice.referenceNumber.replaceAll(' ', '')
  if (!account) throw new RangeError('The barcode holds Finnish accounts only')
  if (!/^\d{1,20}$/.test(reference)) throw new RangeError('The barcode holds national reference numbers only')
  const isPayable = invoice.totalCents > 0 && invoice.totalCents <= HIGHEST_CENTS
  const amount = String(isPayable ? invoice.totalCents : 0).padStart(8, '0')
  const due = invoice.dueDay.slice(2).replaceAll('-', '')
  return `4${account}${amount}000${reference.padStart(20, '0')}${due}`
}
