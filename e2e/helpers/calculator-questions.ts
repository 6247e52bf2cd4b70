import { shippedTaxTables } from '../../src/features/pricing/tax/parameters/shipped.ts'
import { benefitModels } from '../../src/features/pricing/tax/rules/benefit-models.ts'
import type { BikeBenefitQuestion } from '../../src/features/site/calculator/contract.ts'

/** A question to the API, and the age group in which the calculator's form has its birth year. */
export interface AskedQuestion {
  readonly question: Omit<BikeBenefitQuestion, 'year'>
  readonly ages: keyof typeof groups
}

/** Ages reached in the tax year; everyone in a group pays the same. */
const groups = {
  UNDER_18: [17, 17],
  FROM_18: [18, 52],
  FROM_53: [53, 62],
  FROM_63: [63, 64],
  FROM_65: [65, 65],
  FROM_66: [66, 67],
  FROM_68: [68, 74],
} as const

/** Prices around which something changes: the table's limits, the shortest and the longest term. */
const edgePrices = [499.99, 500, 878.99, 879, 900, 1000, 4312, 4313, 4499.99, 4500, 4500.01]
const churches = ['EVANGELICAL_LUTHERAN', 'ORTHODOX', 'NONE'] as const

/** A generator with a seed, so that a failing question can be found again. */
function randomFrom(seed: number) {
  let state = seed
  const next = (bound: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
  return { next, one: <V>(values: readonly V[]): V => values[next(values.length)]! }
}

/** Questions over all models, churches, municipalities with those of Åland, ages, regimes and edges of price and pay. */
export function randomQuestions(count: number, year: number): AskedQuestion[] {
  const { next, one } = randomFrom(20_260_401)
  const all = shippedTaxTables.municipalities
  const aland = all.filter(({ isAland }) => isAland)
  const ages = Object.keys(groups) as AskedQuestion['ages'][]
  return Array.from({ length: count }, (_, index) => {
    const group = one(ages)
    const [from, to] = groups[group]
    const birthYear = year - from - next(to - from + 1)
    const byCard = next(4) === 0
    const isAtEdge = index % 6 === 0
    return {
      ages: group,
      question: {
        price: isAtEdge ? one(edgePrices) : (90_000 + next(300_000)) / 100,
        accessories: isAtEdge ? 0 : next(30_000) / 100,
        monthlyPay: index % 25 === 7 ? one([0, 99.99, 100]) : (30_000 + next(1_200_000)) / 100,
        model: one(benefitModels),
        commitmentDate: one([
          '2024-05-31',
          '2025-04-23',
          '2025-04-24',
          '2025-12-31',
          '2026-01-01',
          '2026-11-30',
          '2027-02-28',
        ]),
        children: next(9),
        ...(group === 'FROM_18' && next(2) === 0 ? {} : { birthYear }),
        ...(byCard
          ? { taxPercent: next(6000) / 100 }
          : { municipality: one(next(8) === 0 ? aland : all).name, churchMembership: one(churches) }),
      },
    }
  })
}
