import { describe, expect, it } from 'vitest'
import { shippedTaxTables } from '../parameters/shipped.ts'
import { type IncomeTax, type IncomeTaxInput, incomeTax } from './income-tax.ts'
import { parametersFor } from './tax-parameters.ts'

function taxOf(year: number, municipality: string, input: Partial<IncomeTaxInput> & { euros: number }): IncomeTax {
  const { euros, ...rest } = input
  const found = parametersFor(year, shippedTaxTables, municipality)
  if (!found.ok) throw new Error(found.code)
  return incomeTax(
    { cashWageCents: Math.round(euros * 100), churchMembership: 'EVANGELICAL_LUTHERAN', ...rest },
    found.parameters,
  )
}

/** The figures in the order total, state, municipal, church, health, daily allowance, Yle, pension, unemployment, net. */
function figures(tax: IncomeTax): number[] {
  return [
    tax.totalTaxCents,
    tax.stateTaxCents,
    tax.municipalTaxCents,
    tax.churchTaxCents,
    tax.healthCareCents,
    tax.dailyAllowanceCents,
    tax.yleCents,
    tax.pensionCents,
    tax.unemploymentCents,
    tax.netCents,
    tax.taxPercentBasisPoints,
  ]
}

describe('published examples of 2026, Helsinki, Evangelical Lutheran', () => {
  it.each([
    [10_000, 0, 0],
    [20_000, 278_50, 150],
    [30_000, 2_530_49, 850],
    [50_000, 9_361_96, 1900],
    [70_000, 17_415_60, 2500],
  ])('takes from %d € a year the published %d cents of tax and %d basis points', (euros, totalTaxCents, percent) => {
    const tax = taxOf(2026, 'Helsinki', { euros })
    expect([tax.totalTaxCents, tax.taxPercentBasisPoints]).toEqual([totalTaxCents, percent])
  })

  it('splits the published 50,000 € into its taxes after the earned income credit', () => {
    expect(figures(taxOf(2026, 'Helsinki', { euros: 50_000 }))).toEqual([
      936196, 545304, 236990, 44715, 49187, 44000, 16000, 365000, 44500, 3654304, 1900,
    ])
  })
})

// Worked out a second time with exact fractions, independently of this code.
describe('derived figures', () => {
  it.each<[string, number, string, Partial<IncomeTaxInput> & { euros: number }, number[]]>([
    [
      '2025, 30,000 €, Helsinki, church member',
      2025,
      'Helsinki',
      { euros: 30_000 },
      [296723, 59586, 141096, 26622, 28219, 25200, 16000, 214500, 17700, 2471077, 1000],
    ],
    [
      '2025, 50,000 €, Tampere, no church',
      2025,
      'Tampere',
      { euros: 50_000, churchMembership: 'NONE' },
      [1059361, 612007, 341696, 0, 47658, 42000, 16000, 357500, 29500, 3553639, 2150],
    ],
    [
      '2025, 50,000 €, Tampere, aged 55 with the raised pension contribution',
      2025,
      'Tampere',
      { euros: 50_000, churchMembership: 'NONE', birthYear: 1970 },
      [1030179, 589320, 335996, 0, 46863, 42000, 16000, 432500, 29500, 3507821, 2100],
    ],
    [
      '2025, 100,000 €, Halsua, Orthodox, credit reduced to nothing',
      2025,
      'Halsua',
      { euros: 100_000, churchMembership: 'ORTHODOX' },
      [3660000, 2330515, 952035, 181340, 96110, 84000, 16000, 715000, 59000, 5566000, 3700],
    ],
    [
      '2025, 180,000 €, Espoo, on the highest step',
      2025,
      'Espoo',
      { euros: 180_000 },
      [6878096, 5505284, 868172, 163806, 173634, 151200, 16000, 1287000, 106200, 9728704, 3850],
    ],
    [
      '2026, 45,678.91 €, Tampere, no church, fractions of cents between the roundings',
      2026,
      'Tampere',
      { euros: 45_678.91, churchMembership: 'NONE' },
      [817050, 406017, 309972, 0, 44864, 40197, 16000, 333456, 40654, 3376731, 1800],
    ],
    [
      '2026, 120,000 €, Kotka, Orthodox',
      2026,
      'Kotka',
      { euros: 120_000, churchMembership: 'ORTHODOX' },
      [4374187, 2903430, 1018640, 211314, 119203, 105600, 16000, 876000, 106800, 6643013, 3650],
    ],
    [
      '2026, 36,000 €, Turku, three children',
      2026,
      'Turku',
      { euros: 36_000, children: 3 },
      [442128, 93791, 227092, 38382, 35183, 31680, 16000, 262800, 32040, 2863032, 1250],
    ],
    [
      '2026, 22,000 €, Oulu, two children, the credit reaching past the state tax',
      2026,
      'Oulu',
      { euros: 22_000, children: 2, churchMembership: 'NONE' },
      [56911, 0, 19635, 0, 2666, 19360, 15250, 160600, 19580, 1962909, 300],
    ],
  ])('come out to the cent: %s', (_, year, municipality, input, expected) => {
    expect(figures(taxOf(year, municipality, input))).toEqual(expected)
  })
})

it('does not round up a tax that is exactly a half or a whole percent of the wage', () => {
  const percentOf = (place: string, euros: number) => {
    const { totalTaxCents, taxPercentBasisPoints } = taxOf(2026, place, { euros, churchMembership: 'NONE' })
    return [totalTaxCents, taxPercentBasisPoints]
  }
  expect(percentOf('Helsinki', 56_255)).toEqual([11_251_00, 2000])
  expect(percentOf('Turku', 34_530)).toEqual([3_970_95, 1150])
})

it.each([
  [0, []],
  [1, [{ code: 'CHILDREN_COUNTED', values: { children: 1, perChildCents: 105_00 } }]],
])('names the children that it counts: %d', (children, named) => {
  const { assumptions } = taxOf(2026, 'Turku', { euros: 36_000, children })
  expect(assumptions.filter(({ code }) => code === 'CHILDREN_COUNTED')).toEqual(named)
})

describe('age', () => {
  it.each<[number, number[]]>([
    [2010, [567612, 207559, 248026, 41920, 38427, 31680, 0, 0, 0, 3032388, 1600]],
    [2009, [466728, 131379, 229367, 38766, 35536, 31680, 0, 262800, 0, 2870472, 1300]],
    [2008, [473628, 125291, 227092, 38382, 35183, 31680, 16000, 262800, 32040, 2831532, 1350]],
    [1962, [473628, 125291, 227092, 38382, 35183, 31680, 16000, 262800, 32040, 2831532, 1350]],
    [1961, [482728, 131379, 229367, 38766, 35536, 31680, 16000, 262800, 0, 2854472, 1350]],
    [1960, [362728, 11379, 229367, 38766, 35536, 31680, 16000, 262800, 0, 2974472, 1050]],
    [1959, [362728, 11379, 229367, 38766, 35536, 31680, 16000, 262800, 0, 2974472, 1050]],
    [1958, [340292, 17646, 231616, 39146, 35884, 0, 16000, 262800, 0, 2996908, 950]],
    [1957, [444493, 97143, 250275, 42300, 38775, 0, 16000, 0, 0, 3155507, 1250]],
  ])('decides the contributions, the Yle tax and the credit of a person born in %d', (birthYear, expected) => {
    expect(figures(taxOf(2026, 'Turku', { euros: 36_000, birthYear }))).toEqual(expected)
  })

  it('is told as the age reached in the year', () => {
    expect(taxOf(2026, 'Turku', { euros: 36_000, birthYear: 1986 }).assumptions).toContainEqual({
      code: 'AGE_REACHED_IN_YEAR',
      values: { age: 40, year: 2026 },
    })
  })

  it('is 18 to 52 where no birth year is given, and the result says so', () => {
    const unknown = taxOf(2025, 'Turku', { euros: 36_000 })
    expect(figures(unknown)).toEqual(figures(taxOf(2025, 'Turku', { euros: 36_000, birthYear: 1985 })))
    expect(unknown.assumptions).toContainEqual({ code: 'AGE_18_TO_52', values: {} })
  })

  it('leaves a fifteen-year-old with income tax alone', () => {
    expect(figures(taxOf(2026, 'Turku', { euros: 20_000, birthYear: 2011 }))).toEqual([
      46718, 0, 35287, 5964, 5467, 0, 0, 0, 0, 1953282, 250,
    ])
  })
})

describe('Åland', () => {
  it.each<[number, string, number, IncomeTaxInput['churchMembership'], number[]]>([
    [2026, 'Maarianhamina', 10_000, 'EVANGELICAL_LUTHERAN', [0, 0, 0, 0, 0, 0, 0, 73000, 8900, 918100, 0]],
    [2026, 'Maarianhamina', 15_000, 'EVANGELICAL_LUTHERAN', [12800, 0, 0, 0, 0, 0, 12800, 109500, 13350, 1364350, 100]],
    [
      2026,
      'Maarianhamina',
      30_000,
      'EVANGELICAL_LUTHERAN',
      [204846, 0, 143307, 13066, 9273, 26400, 12800, 219000, 26700, 2549454, 700],
    ],
    [2026, 'Brändö', 50_000, 'NONE', [868174, 0, 763900, 0, 47474, 44000, 12800, 365000, 44500, 3722326, 1750]],
    [
      2026,
      'Jomala',
      120_000,
      'ORTHODOX',
      [3857333, 1533684, 1896405, 189641, 119203, 105600, 12800, 876000, 106800, 7159867, 3250],
    ],
    [
      2025,
      'Maarianhamina',
      30_000,
      'EVANGELICAL_LUTHERAN',
      [244707, 0, 179195, 16338, 11174, 25200, 12800, 214500, 17700, 2523093, 850],
    ],
  ])(
    'in %d, %s, %d €, %s follows its own scale, deduction and media fee',
    (year, place, euros, churchMembership, expected) => {
      expect(figures(taxOf(year, place, { euros, churchMembership }))).toEqual(expected)
    },
  )

  it('charges the media fee from the first cent above 14,000 € of net earned income', () => {
    expect(taxOf(2026, 'Geta', { euros: 14_750 }).yleCents).toBe(0)
    expect(taxOf(2026, 'Geta', { euros: 14_750.01 }).yleCents).toBe(128_00)
  })
})

describe('the daily allowance threshold', () => {
  it('adds 151.84 € of contribution at 17,255 € in 2026', () => {
    const below = taxOf(2026, 'Turku', { euros: 17_254.99 })
    const at = taxOf(2026, 'Turku', { euros: 17_255 })
    expect([below.dailyAllowanceCents, at.dailyAllowanceCents]).toEqual([0, 151_84])
    expect(at.totalTaxCents - at.yleCents - (below.totalTaxCents - below.yleCents)).toBe(151_84)
  })
})

describe('fringe benefits and deductions', () => {
  it('taxes a fringe benefit like money and pays it out only once', () => {
    const inMoney = taxOf(2026, 'Helsinki', { euros: 50_000 })
    const partlyBenefit = taxOf(2026, 'Helsinki', { euros: 48_800, taxableBenefitCents: 1_200_00 })
    expect(partlyBenefit.totalTaxCents).toBe(inMoney.totalTaxCents)
    expect(inMoney.netCents - partlyBenefit.netCents).toBe(1_200_00)
  })

  it('keeps pension and unemployment contributions on exempt pay that was taken as a benefit', () => {
    const plain = taxOf(2026, 'Helsinki', { euros: 50_000 })
    const exempt = taxOf(2026, 'Helsinki', { euros: 48_800, exemptBenefitFromPayCents: 1_200_00 })
    expect([exempt.pensionCents, exempt.unemploymentCents]).toEqual([plain.pensionCents, plain.unemploymentCents])
    expect(exempt.totalTaxCents).toBeLessThan(plain.totalTaxCents)
  })

  it.each([
    [900_00, 13_244_84],
    [1_900_00, 12_795_84],
    [7_900_00, 10_326_75],
    [9_900_00, 10_326_75],
  ])('deducts commuting of %d cents above the own share and at most to the limit', (commutingCents, totalTaxCents) => {
    expect(taxOf(2026, 'Helsinki', { euros: 60_000, commutingCents }).totalTaxCents).toBe(totalTaxCents)
  })

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d as an amount of cents', (cashWageCents) => {
    expect(() => taxOf(2026, 'Helsinki', { euros: 0, cashWageCents })).toThrow(RangeError)
  })

  it('gives nothing for no income', () => {
    expect(figures(taxOf(2026, 'Helsinki', { euros: 0 }))).toEqual(Array.from({ length: 11 }, () => 0))
  })
})
