import { virtualBarcode } from '#features/money/invoices/rules/virtual-barcode.ts'
import type { Day } from '#platform/values/days.ts'
import { type Cents, eurosFromCents } from '#platform/values/money.ts'

/** A national reference in the international form, `RF` and two check digits (ISO 11649). */
export function rfReference(national: string): string {
  const digits = national.replace(/\s/g, '').replace(/^0+/, '')
  if (!/^\d{3,20}$/.test(digits)) throw new RangeError('An RF reference is made of a national one')
  const check = 98n - (BigInt(`${digits}271500`) % 97n)
  return `RF${String(check).padStart(2, '0')}${digits}`
}

interface Payable {
  readonly iban: string
  readonly amountCents: Cents
  readonly referenceNumber: string
  readonly dueDay: Day
}

/** The bank barcode of version 5, whose reference is an RF one: check digits first, then zeros, then the reference. */
export function virtualBarcode5(payable: Payable): string {
  const national = virtualBarcode({ ...payable, totalCents: payable.amountCents })
  const rf = rfReference(payable.referenceNumber)
  return `5${national.slice(1, 25)}${rf.slice(2, 4)}${rf.slice(4).padStart(21, '0')}${national.slice(-6)}`
}

/** The bank barcode of version 4, with the national reference. */
export function virtualBarcode4(payable: Payable): string {
  return virtualBarcode({ ...payable, totalCents: payable.amountCents })
}

/** The text of a credit transfer's QR code (EPC069-12, version 002) with a structured reference. */
export function epcText(payable: Payable & { readonly payee: string }): string {
  const amount = eurosFromCents(payable.amountCents).toFixed(2)
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    payable.payee.slice(0, 70),
    payable.iban.replace(/\s/g, ''),
    `EUR${amount}`,
    '',
    rfReference(payable.referenceNumber),
  ].join('\n')
}
