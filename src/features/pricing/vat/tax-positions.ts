/** What each supply is for value added tax, and why: pricing, invoices, postings and the return read it. Pure. */
import type { Day } from '#platform/values/days.ts'

/** Why nothing is added to a supply: it is said on its invoice. */
export const vatGrounds = ['DAMAGES', 'COMPENSATION', 'FINANCE'] as const
export type VatGround = (typeof vatGrounds)[number]

/** Which day the tax of a supply belongs to. */
export type SupplyDayRule =
  /** The month that an instalment or a fee is for. */
  | 'MONTH'
  /** The day on which the bicycle is handed over, or title to it passes. */
  | 'HAND_OVER'
  /** The day on which the service has been done. */
  | 'DONE'
  /** No tax, so no day. */
  | 'NONE'

export interface TaxPosition {
  /** The standard rate of the supply day, or no tax at all. */
  readonly basis: 'STANDARD' | 'NONE'
  readonly ground: VatGround | null
  readonly day: SupplyDayRule
  /** Whether the tax of what is bought for it is deducted. */
  readonly isDeductible: boolean
  readonly reason: string
  readonly source: string
  /** When the source was read. */
  readonly readOn: Day
}

const READ_ON = '2026-11-28'
const act = (sections: string) => `Value Added Tax Act (1501/1993), ${sections}`

type Taxed = Pick<TaxPosition, 'day' | 'reason' | 'source'>

const taxed = (position: Taxed): TaxPosition => ({
  basis: 'STANDARD',
  ground: null,
  isDeductible: true,
  readOn: READ_ON,
  ...position,
})

const untaxed = (
  ground: VatGround,
  { isDeductible = true, ...position }: Omit<Taxed, 'day'> & { isDeductible?: boolean },
): TaxPosition => ({ basis: 'NONE', ground, day: 'NONE', isDeductible, readOn: READ_ON, ...position })

export const taxPositions = {
  BICYCLE_SALE: taxed({
    day: 'HAND_OVER',
    reason: 'A new bicycle with its accessories is sold to the lessor: a sale of goods.',
    source: act('sections 1, 15 and 84'),
  }),
  LEASE: taxed({
    day: 'MONTH',
    reason:
      'Letting a bicycle is a continuous service that is settled month by month; what is billed ahead is taxed in its month, or when it is paid.',
    source: act('sections 1, 15, 17 and 84'),
  }),
  INSURANCE_SHARE: taxed({
    day: 'MONTH',
    reason:
      'The cover is a part of every lease, at a price of the lessor’s own, and nobody can take the lease without it: one supply with the lease. In C-224/11 the lessee could insure elsewhere and the exact premium was billed on, which is a supply of its own and exempt; whoever changes the terms that way changes this position.',
    source: 'Court of Justice C-224/11 BGŻ Leasing, points 29 to 50 and 70',
  }),
  ADMIN_FEE: taxed({
    day: 'MONTH',
    reason: 'The fee for keeping a benefit is a service to the employer, month by month.',
    source: act('sections 1, 15 and 84'),
  }),
  REDEMPTION: taxed({
    day: 'HAND_OVER',
    reason:
      'The used bicycle is sold at the end of its lease, with the tax of its purchase deducted, so no margin scheme applies.',
    source: act('sections 1, 15, 79 a and 84'),
  }),
  EXCESS: taxed({
    day: 'DONE',
    reason: 'A part of the price of the bicycle that the person pays themselves is consideration for it.',
    source: act('sections 1, 15, 73 and 84'),
  }),
  ABSENCE: taxed({
    day: 'MONTH',
    reason: 'A month of the lease whose payer is the person is still a month of the lease.',
    source: act('sections 1, 15 and 84'),
  }),
  RETURN_FEE: taxed({
    day: 'DONE',
    reason: 'Fetching, checking and taking back a bicycle is a service for which the fee is paid.',
    source: act('sections 1, 15 and 84'),
  }),
  OTHER_SERVICE: taxed({
    day: 'DONE',
    reason: 'What is billed for something done or delivered is consideration unless it is billed without tax.',
    source: act('sections 1, 15, 73 and 84'),
  }),
  DEDUCTIBLE: untaxed('DAMAGES', {
    reason: 'The deductible makes good a part of a damage: nothing is supplied for it.',
    source: act('sections 1 and 18; compensation for damage is no consideration'),
  }),
  DAMAGES: untaxed('DAMAGES', {
    reason: 'Damage to a returned bicycle, or one that is lost, is made good: nothing is supplied for it.',
    source: act('sections 1 and 18; compensation for damage is no consideration'),
  }),
  REMINDER_FEE: untaxed('COMPENSATION', {
    reason:
      'Fees of reminders, interest for lateness and the 40 € of a company make good the costs of a payment that came late.',
    source: act('section 1; Debt Collection Act (513/1999), section 10; Interest Act (633/1982), section 4'),
  }),
  COMPENSATION: untaxed('COMPENSATION', {
    reason: 'What staff bill without tax makes good a cost: nothing is supplied for it.',
    source: act('sections 1 and 18'),
  }),
  INSURANCE_COMPENSATION: untaxed('DAMAGES', {
    reason: 'What an insurer pays for a claim makes good a damage.',
    source: act('sections 1 and 18; compensation for damage is no consideration'),
  }),
  BANK_ITEM: untaxed('FINANCE', {
    isDeductible: false,
    reason: 'Fees and interest of a bank, and of a payment service, are financial services.',
    source: act('sections 41 and 42'),
  }),
} as const satisfies Readonly<Record<string, TaxPosition>>

export type Supply = keyof typeof taxPositions
