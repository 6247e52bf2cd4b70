import { describe, expect, it } from 'vitest'
import { shippedTaxTables } from '#features/pricing/tax/parameters/shipped.ts'
import { STANDARD_VAT } from '#features/pricing/tax/rules/benefit-employer-cost.ts'
import { generalTerms } from '../../rules.ts'
import copy from '../../texts/pages/calculator/fi.json' with { type: 'json' }
import {
  benefitInputOf,
  birthYears,
  defaultInputs,
  errorsOf,
  fromFragment,
  parsePercent,
  toFragment,
} from './inputs.ts'
import { outcomeOf } from './outcome.ts'

const basis = { terms: generalTerms, tables: shippedTaxTables, vat: STANDARD_VAT }

describe('calculator inputs', () => {
  it('survive the way through the address', () => {
    const inputs = { ...defaultInputs, municipality: 'Maarianhamina', model: 'ON_TOP' as const, price: '1 234,50' }
    expect({ ...defaultInputs, ...fromFragment(`#${toFragment(inputs)}`) }).toEqual(inputs)
  })

  it('take nothing from an address that names no known choice', () => {
    expect(fromFragment('#malli=HACK&ika=900&hinta=1000')).toEqual({ price: '1000' })
    expect(fromFragment(`#kunta=${'x'.repeat(200)}`)).toEqual({})
  })

  it('open the employer view from its short address', () => {
    expect(fromFragment('#tyonantaja')).toEqual({ view: 'employer' })
  })

  it.each([
    ['21,5', 2150],
    ['21.25 %', 2125],
    ['0', 0],
    ['100', 10_000],
    ['101', null],
    ['-1', null],
    ['21,555', null],
    ['', null],
  ])('read the percentage %j', (text, basisPoints) => {
    expect(parsePercent(text)).toBe(basisPoints)
  })

  it('name the field that is wrong, of the chosen view only', () => {
    const wrong = { ...defaultInputs, price: 'abc', commitment: '31.2.2026', bikes: '0' }
    expect(errorsOf(wrong)).toEqual({ price: 'money', commitment: 'day' })
    expect(errorsOf({ ...wrong, view: 'employer' })).toEqual({ commitment: 'day', bikes: 'bikes' })
  })

  it('turn an age group into a birth year, and the ordinary group into none', () => {
    expect(benefitInputOf({ ...defaultInputs, age: 'FROM_53' }, 2026)?.birthYear).toBe(1968)
    expect(benefitInputOf(defaultInputs, 2026)).not.toHaveProperty('birthYear')
  })

  it('ask whether a parent is alone, and count it only where there are children', () => {
    const alone = { ...defaultInputs, singleParent: '1' as const }
    expect(benefitInputOf({ ...alone, children: '2' }, 2026)).toMatchObject({ children: 2, singleParent: true })
    expect(benefitInputOf({ ...alone, children: '0' }, 2026)).not.toHaveProperty('singleParent')
    expect(benefitInputOf({ ...defaultInputs, children: '2' }, 2026)).not.toHaveProperty('singleParent')
  })

  it.each([
    ['UNDER_18', '2009 tai myöhemmin (alle 18)'],
    ['FROM_18', '1974–2008 (18–52 v)'],
    ['FROM_65', '1961 (65 v)'],
    ['FROM_68', '1958 tai aiemmin (68 tai yli)'],
  ] as const)('name the years of birth of %s', (group, years) => {
    expect(birthYears(group, 2026, copy.form)).toBe(years)
  })
})

describe('calculator figures', () => {
  it('come out as the example of the pages', () => {
    const outcome = outcomeOf(defaultInputs, basis, 2026)
    expect(outcome?.benefit?.leaseTimeMonths).toBe(40)
    expect(outcome?.benefit?.totalToOwnCents).toBe(4_149_33)
    expect(outcome?.benefit?.byModel.FROM_SALARY.netPerMonthCents).toBe(100_00)
  })

  it('say why a price cannot be computed', () => {
    const outcome = outcomeOf({ ...defaultInputs, price: '879', accessories: '0' }, basis, 2026)
    expect(outcome?.refusal?.details.reason).toBe('PERIOD_BELOW_MINIMUM')
  })

  it('wait while a field is wrong', () => {
    expect(outcomeOf({ ...defaultInputs, pay: 'x' }, basis, 2026)).toBeNull()
  })

  it('give an employer the cost of all bikes', () => {
    const outcome = outcomeOf({ ...defaultInputs, view: 'employer', bikes: '10' }, basis, 2026)
    expect(outcome?.fleet?.byModel.FROM_SALARY.all.totalCents).toBe(10 * 12 * 15_00)
  })
})
