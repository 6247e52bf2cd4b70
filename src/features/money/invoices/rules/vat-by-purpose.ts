import type { InvoicePurpose } from '../rules.ts'

export type VatOfPurpose = 'STANDARD' | 'NONE'

/** The purposes whose VAT the operator settles; instalments and fees always carry it, compensation never does. */
export const settablePurposes = ['REDEMPTION', 'EXCESS', 'ABSENCE', 'RETURN_FEE'] as const
export type SettablePurpose = (typeof settablePurposes)[number]

/** Whether a purpose carries VAT at the standard rate of its supply day, or none: compensation is outside the scope. */
export const usualVatByPurpose: Readonly<Record<InvoicePurpose, VatOfPurpose>> = {
  LESSOR: 'STANDARD',
  INSTALMENT: 'STANDARD',
  FEE: 'STANDARD',
  REDEMPTION: 'STANDARD',
  DEDUCTIBLE: 'NONE',
  EXCESS: 'STANDARD',
  ABSENCE: 'STANDARD',
  RETURN_FEE: 'STANDARD',
  OTHER: 'STANDARD',
}
