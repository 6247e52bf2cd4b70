/**
 * Leases of every kind of end, absence, late billing and correction over two years: what becomes known of each and when,
 * and what each month should say by an arithmetic of its own, written without the rules of payroll.
 */
import type { BenefitModel } from '#features/pricing/tax/rules/benefit-models.ts'
import type { EndReason } from '#features/story/lease-story/facts.ts'
import type { PayerPeriod } from '#features/story/lease-story/rules/payer.ts'

/** What is stored of a lease besides its agreement's terms, as it is known at a time. */
export interface Known {
  /** False until somebody has entered the hand-over, which sets the days. */
  readonly hasDays: boolean
  readonly isBilled: boolean
  readonly isVoid: boolean
  readonly end: { readonly day: string; readonly reason: EndReason } | null
  readonly taxableCents: number
  readonly bikeAt: 'EMPLOYEE' | 'EMPLOYER' | 'STORE' | 'SOLD' | 'LOST' | 'LESSOR'
  readonly keptFrom: string | null
  readonly stolenOn: string | null
  readonly receivedOn: string | null
  readonly leftOn: string | null
  readonly payers: readonly PayerPeriod[]
  readonly collections: readonly { readonly month: string; readonly isCollected: boolean }[]
  readonly dearer: { readonly from: string; readonly cents: number } | null
  readonly isExempt: boolean
}

/** What is true of a lease in the end, for the arithmetic alone. */
interface Truth {
  readonly first: string
  readonly last: string
  /** The last month in which the person has the bicycle or would have had it. */
  readonly withBikeUntil?: string
  readonly leftIn?: string
  readonly bears?: (month: string) => 'employer' | { readonly pays: number; readonly isIn: boolean } | null
  readonly price?: (month: string) => number
  readonly isExempt?: boolean
  readonly taxable?: { readonly month: string; readonly cents: number }
}

export interface PayrollCase {
  readonly name: string
  readonly model: BenefitModel
  readonly before: Known
  readonly after: Known
  /** The month in whose report the news is first known. */
  readonly knownIn: string
  readonly truth: Truth
}

export const caseTerms = {
  start: '2026-02-01',
  end: '2027-10-31',
  months: 21,
  cents: 12_500,
  lastCents: 7_321,
} as const
export const caseMonths = [2026, 2027].flatMap((year) =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`),
)

const plain: Known = {
  hasDays: true,
  isBilled: true,
  isVoid: false,
  end: null,
  taxableCents: 0,
  bikeAt: 'EMPLOYEE',
  keptFrom: null,
  stolenOn: null,
  receivedOn: null,
  leftOn: null,
  payers: [],
  collections: [],
  dearer: null,
  isExempt: false,
}

interface Kind {
  readonly since: string
  readonly before?: Partial<Known>
  readonly after: Partial<Known>
  readonly truth: Partial<Truth>
}

const settled = (from: string, payer: PayerPeriod['payer'], more: Partial<PayerPeriod> = {}): PayerPeriod => ({
  from,
  to: null,
  payer,
  paidCents: null,
  ...more,
})

const kinds: Readonly<Record<string, Kind>> = {
  'ends at its term': { since: '2026-02', after: {}, truth: {} },
  'is bought': {
    since: '2026-09',
    after: { end: { day: '2026-09-30', reason: 'REDEEMED' }, bikeAt: 'SOLD', taxableCents: 15_050 },
    truth: { last: '2026-09', taxable: { month: '2026-10', cents: 15_050 } },
  },
  'is bought by who leaves': {
    since: '2026-09',
    after: {
      end: { day: '2026-09-30', reason: 'REDEEMED' },
      bikeAt: 'SOLD',
      taxableCents: 9_900,
      leftOn: '2026-09-10',
    },
    truth: { last: '2026-09', taxable: { month: '2026-09', cents: 9_900 } },
  },
  'goes over to another person': {
    since: '2026-08',
    after: { end: { day: '2026-08-31', reason: 'TRANSFERRED' } },
    truth: { last: '2026-08' },
  },
  'is stolen and paid until the insurer ends it': {
    since: '2026-10',
    after: { end: { day: '2026-10-31', reason: 'INSURANCE' }, bikeAt: 'LOST', stolenOn: '2026-05-20' },
    truth: { last: '2026-10' },
  },
  'is stolen and still open': { since: '2026-05', after: { stolenOn: '2026-05-20' }, truth: {} },
  'is wrecked, and ended by the insurer': {
    since: '2026-07',
    after: { end: { day: '2026-07-31', reason: 'INSURANCE' }, bikeAt: 'LESSOR' },
    truth: { last: '2026-07' },
  },
  'is taken back from a company that leaves, which bears the months after its last deduction': {
    since: '2026-08',
    before: { payers: [settled('2026-06', 'EMPLOYER')] },
    after: { end: { day: '2026-08-31', reason: 'RETURNED' }, bikeAt: 'LESSOR' },
    truth: { last: '2026-08', bears: (month) => (month >= '2026-06' ? 'employer' : null) },
  },
  'is cancelled': {
    since: '2026-06',
    after: { end: { day: '2026-06-30', reason: 'CANCELLED' } },
    truth: { last: '2026-06' },
  },
  'never was': {
    since: '2026-04',
    after: { isVoid: true },
    truth: { last: '2026-01' },
  },
  'comes back to a store': {
    since: '2026-07',
    after: { end: { day: '2026-09-30', reason: 'RETURNED' }, bikeAt: 'STORE', receivedOn: '2026-07-14' },
    truth: { last: '2026-09', withBikeUntil: '2026-07' },
  },
  'comes back on the first day of a month': {
    since: '2026-08',
    after: { end: { day: '2026-09-30', reason: 'RETURNED' }, bikeAt: 'STORE', receivedOn: '2026-08-01' },
    truth: { last: '2026-09', withBikeUntil: '2026-08' },
  },
  'comes back from a leaver whose months the employer bears': {
    since: '2026-08',
    before: { leftOn: '2026-05-31', payers: [settled('2026-06', 'EMPLOYER')] },
    after: { end: { day: '2026-11-30', reason: 'RETURNED' }, bikeAt: 'STORE', receivedOn: '2026-08-03' },
    truth: {
      last: '2026-11',
      withBikeUntil: '2026-08',
      leftIn: '2026-05',
      bears: (month) => (month > '2026-05' ? 'employer' : null),
    },
  },
  'is kept at the employer': {
    since: '2026-06',
    after: { keptFrom: '2026-06', bikeAt: 'EMPLOYER' },
    truth: { withBikeUntil: '2026-05' },
  },
  'is kept by the employer at the person’s home': {
    since: '2026-06',
    after: { keptFrom: '2026-06', payers: [settled('2026-06', 'EMPLOYER')] },
    truth: { bears: (month) => (month >= '2026-06' ? 'employer' : null) },
  },
  'is kept at home, and bought later': {
    since: '2026-10',
    before: { keptFrom: '2026-06', payers: [settled('2026-06', 'EMPLOYER')] },
    after: { end: { day: '2026-10-31', reason: 'REDEEMED' }, bikeAt: 'SOLD' },
    truth: { last: '2026-10', bears: (month) => (month >= '2026-06' ? 'employer' : null) },
  },
  'is a leaver’s that nobody has settled': {
    since: '2026-08',
    after: { leftOn: '2026-08-15' },
    truth: { leftIn: '2026-08' },
  },
  'is a leaver’s at the employer’s cost': {
    since: '2026-08',
    after: { leftOn: '2026-08-15', payers: [settled('2026-09', 'EMPLOYER')] },
    truth: { leftIn: '2026-08', bears: (month) => (month > '2026-08' ? 'employer' : null) },
  },
  'is a leaver’s who pays a part outside the pay': {
    since: '2026-08',
    after: {
      leftOn: '2026-08-15',
      payers: [settled('2026-09', 'EMPLOYEE', { paidCents: 6_000 })],
      collections: caseMonths.map((month) => ({ month, isCollected: Number(month.slice(5)) % 2 === 1 })),
    },
    truth: {
      leftIn: '2026-08',
      bears: (month) => (month > '2026-08' ? { pays: 6_000, isIn: Number(month.slice(5)) % 2 === 1 } : null),
    },
  },
  'is a leaver’s who has brought it': {
    since: '2026-08',
    after: { leftOn: '2026-08-15', payers: [settled('2026-09', 'RETURNED')] },
    truth: { withBikeUntil: '2026-08', leftIn: '2026-08' },
  },
  'is away without pay': {
    since: '2026-05',
    after: {
      payers: [
        settled('2026-05', 'EMPLOYER', { to: '2026-06' }),
        settled('2026-07', 'EMPLOYEE', { to: '2026-08' }),
        settled('2026-09', 'EMPLOYEE', { to: '2026-09', paidCents: 4_000 }),
      ],
      collections: [
        { month: '2026-07', isCollected: true },
        { month: '2026-08', isCollected: false },
        { month: '2026-09', isCollected: true },
      ],
    },
    truth: {
      bears: (month) =>
        (({
          '2026-05': 'employer',
          '2026-06': 'employer',
          '2026-07': { pays: 99_999, isIn: true },
          '2026-08': { pays: 99_999, isIn: false },
          '2026-09': { pays: 4_000, isIn: true },
        })[month] as 'employer') ?? null,
    },
  },
  'was handed over before anybody entered it': {
    since: '2026-02',
    before: { hasDays: false, isBilled: false },
    after: { hasDays: true },
    truth: {},
  },
  'becomes dearer': {
    since: '2026-06',
    after: { dearer: { from: '2026-06-01', cents: 13_700 } },
    truth: { price: (month) => (month < '2026-06' ? 12_500 : 13_700) },
  },
  'was exempt all along': { since: '2026-02', after: { isExempt: true }, truth: { isExempt: true } },
}

export const caseModels = ['FROM_SALARY', 'ON_TOP', 'EMPLOYEE_PAYS'] as const satisfies readonly BenefitModel[]

/** A case of each kind in a model, whose news is known so many months too late. */
export function payrollCases(model: BenefitModel, isExempt: boolean, monthsLate: number): PayrollCase[] {
  return Object.entries(kinds).map(([name, { since, before, after, truth }]) => {
    const known = { ...plain, isExempt, ...before }
    return {
      name: `${name} (${model}${isExempt ? ', exempt' : ''}, ${monthsLate} late)`,
      model,
      before: known,
      after: { ...known, ...after },
      knownIn: caseMonths[caseMonths.indexOf(since) + monthsLate]!,
      truth: { first: '2026-02', last: '2027-10', isExempt, ...truth },
    }
  })
}

/** Value, codes 363, 364 and 420, lowering, collection and taxable redemption of a month in the end, in cents. */
function dueOf({ model, truth }: PayrollCase, month: string): readonly number[] {
  const sold = truth.taxable?.month === month ? truth.taxable.cents : 0
  const none = [0, 0, 0, 0, 0, 0, sold]
  if (month < truth.first || month > truth.last) return none
  const value = month === '2027-10' ? 7_321 : (truth.price?.(month) ?? 12_500)
  if (truth.withBikeUntil && month > truth.withBikeUntil) return none
  const other = truth.bears?.(month) ?? null
  const hasLeft = truth.leftIn !== undefined && month > truth.leftIn
  if (hasLeft && !other) return none
  const lowering = other === null && model === 'FROM_SALARY' ? value : 0
  const kept = other === null && model === 'EMPLOYEE_PAYS' ? value : 0
  const paid = other !== null && other !== 'employer' && other.isIn ? Math.min(other.pays, value) : 0
  const benefit = value - kept - paid
  const exempt = truth.isExempt && !hasLeft ? Math.min(benefit, 10_000) : 0
  return [value, exempt, benefit - exempt, kept + paid, lowering, kept, sold]
}

/** What rows of payroll say wrongly or not at all of a case's months, in the end. */
export function faultsOf(
  one: PayrollCase,
  rows: readonly {
    readonly month: string
    readonly correctsMonth: string | null
    readonly valueCents: number
    readonly code363Cents: number
    readonly code364Cents: number
    readonly code420Cents: number
    readonly grossLoweringCents: number
    readonly netCollectionCents: number
    readonly redemptionTaxableCents: number
  }[],
): string[] {
  return caseMonths.flatMap((month) => {
    const own = rows.filter((row) => (row.correctsMonth ?? row.month) === month)
    const due = dueOf(one, month)
    const keys = [
      'valueCents',
      'code363Cents',
      'code364Cents',
      'code420Cents',
      'grossLoweringCents',
      'netCollectionCents',
      'redemptionTaxableCents',
    ] as const
    const reported = keys.map((key) => own.reduce((sum, row) => sum + row[key], 0))
    const isMissing = own.length === 0 && due.some((cents) => cents > 0)
    if (isMissing) return [`${one.name} ${month}: missing`]
    return reported.join() === due.join() ? [] : [`${one.name} ${month}: ${reported} for ${due}`]
  })
}
