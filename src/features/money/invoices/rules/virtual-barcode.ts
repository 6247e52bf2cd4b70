import type { Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'

/** Above this the amount does not fit and is left open; the payer types it. */
const HIGHEST_CENTS = 99_999_999

/**
 * The 54 digits of the Finnish bank barcode (Finance Finland): version, account, euros, cents, reference, due day.
 * Version 4 holds a national reference number after three zeros, version 5 an RF reference of digits: its check digits,
 * then the reference filled with zeros.
 * @throws RangeError for an account that is not Finnish and for a reference with letters
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
  const isPayable = invoice.totalCents > 0 && invoice.totalCents <= HIGHEST_CENTS
  const amount = String(isPayable ? invoice.totalCents : 0).padStart(8, '0')
  const due = invoice.dueDay.slice(2).replaceAll('-', '')
  const rf = /^RF(\d{2})(\d{1,21})$/i.exec(reference)
  if (rf) return `5${account}${amount}${rf[1]}${present(rf[2]).padStart(21, '0')}${due}`
  if (!/^\d{1,20}$/.test(reference)) throw new RangeError('The barcode holds reference numbers of digits only')
  return `4${account}${amount}000${reference.padStart(20, '0')}${due}`
}
