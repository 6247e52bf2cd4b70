import type { Cents, VatGroup } from '#platform/values/money.ts'
import type { InvoiceDirection, InvoicePurpose, PayerKind, PaymentMethod } from '../rules.ts'

/** The accounts of the ledger, with the code that the export gives each unless the settings name another. */
export const accountCodes = {
  RECEIVABLES: '1701',
  PAYABLES: '2871',
  INSURANCE_RECEIVABLES: '1763',
  PREPAYMENTS: '2851',
  ADVANCE_INVOICES: '2853',
  VAT_OUTPUT: '29391',
  VAT_INPUT: '29392',
  SALES_LESSOR: '3000',
  SALES_INSTALMENT: '3010',
  SALES_FEE: '3020',
  SALES_REDEMPTION: '3030',
  SALES_EXCESS: '3040',
  SALES_ABSENCE: '3050',
  SALES_RETURN_FEE: '3060',
  SALES_OTHER: '3090',
  LATE_COSTS: '8150',
  DEDUCTIBLES: '3590',
  INSURANCE_COMPENSATIONS: '3595',
  PURCHASES: '4000',
  LEASE_ASSETS: '1161',
  DEPRECIATION: '6871',
  ASSET_GAINS: '3980',
  ASSET_LOSSES: '8490',
  BANK: '1910',
  PAYTRAIL_CLEARING: '1915',
  SVEA_CLEARING: '1916',
  PAYROLL_CLEARING: '1917',
  NETTING_CLEARING: '1918',
  MANUAL_CLEARING: '1919',
  PAYMENT_FEES: '8570',
  BANK_FEES: '8575',
  BANK_INTEREST: '8580',
  ROUNDING: '8585',
  CREDIT_LOSSES: '8590',
} as const
export type LedgerAccount = keyof typeof accountCodes

/** The account that a sold line stands on, by its purpose. */
export const salesAccounts: Readonly<Record<InvoicePurpose, LedgerAccount>> = {
  LESSOR: 'SALES_LESSOR',
  INSTALMENT: 'SALES_INSTALMENT',
  FEE: 'SALES_FEE',
  REDEMPTION: 'SALES_REDEMPTION',
  DEDUCTIBLE: 'DEDUCTIBLES',
  EXCESS: 'SALES_EXCESS',
  ABSENCE: 'SALES_ABSENCE',
  RETURN_FEE: 'SALES_RETURN_FEE',
  OTHER: 'SALES_OTHER',
  LATE: 'LATE_COSTS',
}

/** The account that money of a payment moves on, by its method. */
const moneyAccounts: Readonly<Record<PaymentMethod, LedgerAccount>> = {
  BANK: 'BANK',
  PAYTRAIL: 'PAYTRAIL_CLEARING',
  SVEA: 'SVEA_CLEARING',
  PAYROLL: 'PAYROLL_CLEARING',
  NETTING: 'NETTING_CLEARING',
  MANUAL: 'MANUAL_CLEARING',
}

/** The account on which a payer's money without an invoice stands, where it is not that of prepayments. */
const payerAccounts: Readonly<Partial<Record<PayerKind, LedgerAccount>>> = { INSURER: 'INSURANCE_RECEIVABLES' }

/** What a posting rule takes its amount from. */
type Part = 'GROSS' | 'NET' | 'VAT' | 'ROUNDING' | 'LATER'

/**
 * How an owed invoice is posted, by its direction: each part on its account, with the sign of a debit or a credit. NET and
 * VAT are posted once for each purpose and rate; ROUNDING is the odd cent between them and the gross. LATER is
 * what is supplied in a later month: it stands gross.
 */
const invoicePostings: Readonly<
  Record<InvoiceDirection, readonly { part: Part; account: LedgerAccount | 'BY_PURPOSE'; sign: 1 | -1 }[]>
> = {
  SALES: [
    { part: 'GROSS', account: 'RECEIVABLES', sign: 1 },
    { part: 'NET', account: 'BY_PURPOSE', sign: -1 },
    { part: 'VAT', account: 'VAT_OUTPUT', sign: -1 },
    { part: 'ROUNDING', account: 'ROUNDING', sign: -1 },
    { part: 'LATER', account: 'ADVANCE_INVOICES', sign: -1 },
  ],
  PURCHASE: [
    { part: 'GROSS', account: 'PAYABLES', sign: -1 },
    { part: 'NET', account: 'PURCHASES', sign: 1 },
    { part: 'VAT', account: 'VAT_INPUT', sign: 1 },
  ],
}

/** One row of a voucher: debit positive, credit negative. */
export interface Posting {
  readonly account: LedgerAccount
  readonly amountCents: Cents
  readonly vatBasisPoints: number | null
}

/** The net and the tax of one purpose at one rate; gross is what is paid of it, which may be a cent off their sum. */
export interface PostedGroup extends VatGroup {
  readonly purpose: InvoicePurpose
  /** It is supplied in a later month. */
  readonly isLater?: boolean
}

/**
 * The voucher of an invoice or a credit note, whose amounts are negative.
 * @param sign -1 takes an earlier voucher of the same invoice back
 */
export function postingsOfInvoice(
  direction: InvoiceDirection,
  groups: readonly PostedGroup[],
  sign: 1 | -1 = 1,
): Posting[] {
  const sum = (of: (group: PostedGroup) => Cents) => groups.reduce((cents, group) => cents + of(group), 0)
  const now = groups.filter((group) => !group.isLater)
  const whole = {
    GROSS: sum((group) => group.grossCents),
    ROUNDING: sum((group) => (group.isLater ? 0 : group.grossCents - group.netCents - group.vatCents)),
    LATER: sum((group) => (group.isLater ? group.grossCents : 0)),
  }
  return invoicePostings[direction].flatMap((rule) => {
    if (rule.part !== 'NET' && rule.part !== 'VAT')
      return posted(rule.account as LedgerAccount, sign * rule.sign * whole[rule.part], null)
    return now.flatMap((group) =>
      posted(
        rule.account === 'BY_PURPOSE' ? salesAccounts[group.purpose] : rule.account,
        sign * rule.sign * (rule.part === 'NET' ? group.netCents : group.vatCents),
        group.vatBasisPoints,
      ),
    )
  })
}

/**
 * The voucher of a payment: money in is a debit of the method's account, against what the invoice is owed on, or against
 * the payer's account where there is no invoice. A reversal's amount is negative.
 */
export function postingsOfPayment(payment: {
  direction: 'IN' | 'OUT'
  amountCents: Cents
  method: PaymentMethod
  invoiceDirection: InvoiceDirection | null
  payerKind?: PayerKind
}): Posting[] {
  const amount = payment.direction === 'IN' ? payment.amountCents : -payment.amountCents
  const against =
    payment.invoiceDirection === null
      ? (payerAccounts[payment.payerKind ?? 'UNKNOWN'] ?? 'PREPAYMENTS')
      : payment.invoiceDirection === 'SALES'
        ? ('RECEIVABLES' as const)
        : ('PAYABLES' as const)
  return [...posted(moneyAccounts[payment.method], amount, null), ...posted(against, -amount, null)]
}

/** The voucher of what is written off: a loss against the receivable; negative when it is recovered. */
export const postingsOfWriteOff = (amountCents: Cents): Posting[] => [
  ...posted('CREDIT_LOSSES', amountCents, null),
  ...posted('RECEIVABLES', -amountCents, null),
]

/** The voucher by which what an insurer owes for a claim grows; negative where it shrinks. */
export const postingsOfCompensation = (amountCents: Cents): Posting[] => [
  ...posted('INSURANCE_RECEIVABLES', amountCents, null),
  ...posted('INSURANCE_COMPENSATIONS', -amountCents, null),
]

/** The voucher of a settlement of online payments: what came to the bank, and the service's fee. */
export const postingsOfSettlement = ({ amountCents, feeCents }: { amountCents: Cents; feeCents: Cents }): Posting[] => [
  ...posted('BANK', amountCents, null),
  ...posted('PAYMENT_FEES', feeCents, null),
  ...posted('PAYTRAIL_CLEARING', -(amountCents + feeCents), null),
]

/** What the bank itself has booked on our account, which is no payment of anybody. */
export const bankItems = ['BANK_FEE', 'INTEREST', 'ROUNDING'] as const
export type BankItem = (typeof bankItems)[number]

const itemAccounts: Readonly<Record<BankItem, LedgerAccount>> = {
  BANK_FEE: 'BANK_FEES',
  INTEREST: 'BANK_INTEREST',
  ROUNDING: 'ROUNDING',
}

/** The voucher of what the bank itself has booked; money that came in is positive. It bears no VAT (financial services). */
export const postingsOfBankItem = (item: BankItem, amountCents: Cents): Posting[] => [
  ...posted('BANK', amountCents, null),
  ...posted(itemAccounts[item], -amountCents, null),
]

/** Nothing is not posted. */
function posted(account: LedgerAccount, amountCents: Cents, vatBasisPoints: number | null): Posting[] {
  return amountCents === 0 ? [] : [{ account, amountCents, vatBasisPoints }]
}
