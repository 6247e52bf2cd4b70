import type { InvoicePurpose } from '../rules.ts'

/** Whether a purpose carries VAT at the standard rate of its supply day, or none: compensation is outside the scope. */
export const vatByPurpose: Readonly<Record<InvoicePurpose, 'STANDARD' | 'NONE'>> = {
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
