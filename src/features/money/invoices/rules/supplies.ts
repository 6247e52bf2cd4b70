/** Which supply a line of an invoice bills. Pure. */
import { type Supply, taxPositions, type VatGround } from '#features/pricing/vat/tax-positions.ts'
import type { InvoicePurpose } from '../rules.ts'

export type VatOfPurpose = 'STANDARD' | 'NONE'

/** The purposes whose VAT the operator settles; instalments and fees always carry it, compensation never does. */
export const settablePurposes = ['REDEMPTION', 'EXCESS', 'ABSENCE', 'RETURN_FEE'] as const
export type SettablePurpose = (typeof settablePurposes)[number]

/** The supply of each purpose, and what a line of it is that bears no tax. */
const supplies: Readonly<Record<InvoicePurpose, { readonly usual: Supply; readonly untaxed: Supply }>> = {
  LESSOR: { usual: 'BICYCLE_SALE', untaxed: 'COMPENSATION' },
  INSTALMENT: { usual: 'LEASE', untaxed: 'COMPENSATION' },
  FEE: { usual: 'ADMIN_FEE', untaxed: 'COMPENSATION' },
  REDEMPTION: { usual: 'REDEMPTION', untaxed: 'COMPENSATION' },
  DEDUCTIBLE: { usual: 'DEDUCTIBLE', untaxed: 'DEDUCTIBLE' },
  EXCESS: { usual: 'EXCESS', untaxed: 'DAMAGES' },
  ABSENCE: { usual: 'ABSENCE', untaxed: 'COMPENSATION' },
  RETURN_FEE: { usual: 'RETURN_FEE', untaxed: 'DAMAGES' },
  OTHER: { usual: 'OTHER_SERVICE', untaxed: 'COMPENSATION' },
  LATE: { usual: 'REMINDER_FEE', untaxed: 'REMINDER_FEE' },
}

/** Whether a purpose carries VAT at the standard rate of its supply day, or none, unless the settings say otherwise. */
export const usualVatOf = (purpose: InvoicePurpose): VatOfPurpose => taxPositions[supplies[purpose].usual].basis

interface SuppliedLine {
  readonly purpose: InvoicePurpose
  readonly vatBasisPoints: number
}

/** The supply that a line bills, as its tax position has it. */
export const supplyOf = ({ purpose, vatBasisPoints }: SuppliedLine): Supply =>
  vatBasisPoints === 0 ? supplies[purpose].untaxed : supplies[purpose].usual

/** Why lines of an invoice bear no tax, each reason once. */
export const groundsOf = (lines: readonly SuppliedLine[]): VatGround[] => [
  ...new Set(
    lines.filter((line) => line.vatBasisPoints === 0).flatMap((line) => taxPositions[supplyOf(line)].ground ?? []),
  ),
]
