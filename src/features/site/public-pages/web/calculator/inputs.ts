import { type BenefitModel, benefitModels } from '#features/pricing/tax/rules/benefit-models.ts'
import type { ChurchMembership } from '#features/pricing/tax/rules/income-tax.ts'
import type { BenefitInput } from '#features/site/calculator/rules.ts'
import { parseDayInput } from '#platform/values/days.ts'
import { parseEuroInput } from '#platform/values/money.ts'
import { fill } from './calculator-texts.ts'

/** The calculator's fields as they are typed. */
export interface Inputs {
  view: 'employee' | 'employer'
  price: string
  accessories: string
  pay: string
  taxBy: 'municipality' | 'card'
  taxPercent: string
  /** The Finnish name; empty takes the average. */
  municipality: string
  age: AgeGroup
  children: string
  /** '1' for somebody who brings the children up alone. */
  singleParent: '' | '1'
  church: ChurchMembership
  model: BenefitModel
  commitment: string
  bikes: string
  /** How many bicycles are compared; empty: none. */
  compare: '' | '2' | '3'
  name: string
  name2: string
  price2: string
  accessories2: string
  name3: string
  price3: string
  accessories3: string
}

export const ageGroups = ['UNDER_18', 'FROM_18', 'FROM_53', 'FROM_63', 'FROM_65', 'FROM_66', 'FROM_68'] as const
export type AgeGroup = (typeof ageGroups)[number]

/** An age inside each group that pays what everyone in the group pays; none is the ordinary case. */
const agesWithin: Record<AgeGroup, number | null> = {
  UNDER_18: 17,
  FROM_18: null,
  FROM_53: 58,
  FROM_63: 63,
  FROM_65: 65,
  FROM_66: 66,
  FROM_68: 69,
}

const ageLimits: Record<AgeGroup, readonly [from: number | null, to: number | null]> = {
  UNDER_18: [null, 17],
  FROM_18: [18, 52],
  FROM_53: [53, 62],
  FROM_63: [63, 64],
  FROM_65: [65, 65],
  FROM_66: [66, 67],
  FROM_68: [68, null],
}

interface BirthYearWords {
  readonly ages: Readonly<Record<AgeGroup, string>>
  readonly bornAfter: string
  readonly bornIn: string
  readonly bornBetween: string
  readonly bornBefore: string
}

/** An age group by years of birth: whom the tax rules of a year count into it. */
export function birthYears(group: AgeGroup, year: number, words: BirthYearWords): string {
  const [from, to] = ageLimits[group]
  const ages = words.ages[group]
  if (from === null) return fill(words.bornAfter, { year: year - Number(to), ages })
  if (to === null) return fill(words.bornBefore, { year: year - from, ages })
  if (from === to) return fill(words.bornIn, { year: year - from, ages })
  return fill(words.bornBetween, { from: year - to, to: year - from, ages })
}

export const churches: readonly ChurchMembership[] = ['NONE', 'EVANGELICAL_LUTHERAN', 'ORTHODOX']

export const defaultInputs: Inputs = {
  view: 'employee',
  price: '2 790,00',
  accessories: '210,00',
  pay: '3 600,00',
  taxBy: 'municipality',
  taxPercent: '',
  municipality: '',
  age: 'FROM_18',
  children: '0',
  singleParent: '',
  church: 'NONE',
  model: 'FROM_SALARY',
  commitment: '2.1.2026',
  bikes: '10',
  compare: '',
  name: '',
  name2: '',
  price2: '',
  accessories2: '',
  name3: '',
  price3: '',
  accessories3: '',
}

/** The names of the fields in the address and on the page, short and in Finnish as the site's addresses are. */
export const fieldNames: Record<keyof Inputs, string> = {
  view: 'nakyma',
  price: 'hinta',
  accessories: 'varusteet',
  pay: 'palkka',
  taxBy: 'vero',
  taxPercent: 'prosentti',
  municipality: 'kunta',
  age: 'ika',
  children: 'lapsia',
  singleParent: 'yksin',
  church: 'kirkko',
  model: 'malli',
  commitment: 'paiva',
  bikes: 'pyoria',
  compare: 'vertaa',
  name: 'nimi',
  name2: 'nimi2',
  price2: 'hinta2',
  accessories2: 'varusteet2',
  name3: 'nimi3',
  price3: 'hinta3',
  accessories3: 'varusteet3',
}

/** The highest number of children that the form offers. */
export const CHILDREN_MAX = 8

const allowed: Partial<Record<keyof Inputs, readonly string[]>> = {
  view: ['employee', 'employer'],
  taxBy: ['municipality', 'card'],
  age: ageGroups,
  children: Array.from({ length: CHILDREN_MAX + 1 }, (_, count) => String(count)),
  singleParent: ['', '1'],
  church: churches,
  model: benefitModels,
  compare: ['', '2', '3'],
}

const LENGTH_MAX = 60

/** Inputs as an address fragment; a fragment is never sent to a server. */
export function toFragment(inputs: Inputs): string {
  const named = Object.keys(fieldNames) as (keyof Inputs)[]
  // An address is shorter without what is empty by itself.
  const names = named.filter((name) => inputs[name] !== '' || defaultInputs[name] !== '')
  return new URLSearchParams(names.map((name) => [fieldNames[name], inputs[name]])).toString()
}

/** The inputs that a fragment names; what it does not name, or names wrongly, stays out. */
export function fromFragment(fragment: string): Partial<Inputs> {
  const text = fragment.replace(/^#/, '')
  if (text === 'tyonantaja') return { view: 'employer' }
  const given = new URLSearchParams(text)
  const names = Object.keys(fieldNames) as (keyof Inputs)[]
  const found = names.flatMap((name) => {
    const value = given.get(fieldNames[name])
    const isKnown = value !== null && value.length <= LENGTH_MAX && (allowed[name]?.includes(value) ?? true)
    return isKnown ? [[name, value] as const] : []
  })
  return Object.fromEntries(found) as Partial<Inputs>
}

export type FieldError = 'money' | 'percent' | 'day' | 'bikes'
export type FieldErrors = Partial<Record<keyof Inputs, FieldError>>

/** A percentage as typed, `21,5` or `21.5 %`, in basis points; null when it is none between 0 and 100. */
export function parsePercent(text: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim())
  if (!match) return null
  const basisPoints = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return basisPoints <= 10_000 ? basisPoints : null
}

export function moneyOf(text: string): number | null {
  const cents = text.trim() === '' ? 0 : parseEuroInput(text)
  return cents === null || cents < 0 ? null : cents
}

/** What is wrong with the fields of the chosen view. */
export function errorsOf(inputs: Inputs): FieldErrors {
  const errors: FieldErrors = {}
  if (parseDayInput(inputs.commitment) === null) errors.commitment = 'day'
  if (inputs.view === 'employer') {
    const bikes = Number(inputs.bikes)
    if (!/^\d+$/.test(inputs.bikes.trim()) || bikes < 1 || bikes > 100_000) errors.bikes = 'bikes'
    return errors
  }
  if (moneyOf(inputs.price) === null) errors.price = 'money'
  if (moneyOf(inputs.accessories) === null) errors.accessories = 'money'
  if (moneyOf(inputs.pay) === null) errors.pay = 'money'
  if (inputs.taxBy === 'card' && parsePercent(inputs.taxPercent) === null) errors.taxPercent = 'percent'
  return errors
}

/** The fields as the rules ask for them; null while a field is wrong. */
export function benefitInputOf(inputs: Inputs, year: number): BenefitInput | null {
  const commitmentDay = parseDayInput(inputs.commitment)
  const [priceCents, accessoriesCents, monthlyPayCents] = [inputs.price, inputs.accessories, inputs.pay].map(moneyOf)
  if (!commitmentDay || priceCents == null || accessoriesCents == null || monthlyPayCents == null) return null
  const taxPercentBasisPoints = inputs.taxBy === 'card' ? parsePercent(inputs.taxPercent) : undefined
  if (taxPercentBasisPoints === null) return null
  const age = agesWithin[inputs.age]
  return {
    priceCents,
    accessoriesCents,
    monthlyPayCents,
    commitmentDay,
    model: inputs.model,
    churchMembership: inputs.church,
    children: Number(inputs.children) || 0,
    ...(inputs.singleParent === '1' && inputs.children !== '0' ? { singleParent: true } : {}),
    ...(age === null ? {} : { birthYear: year - age }),
    ...(taxPercentBasisPoints === undefined ? {} : { taxPercentBasisPoints }),
  }
}
