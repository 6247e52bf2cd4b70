import { describe, expect, it } from 'vitest'
import { shippedTaxTables } from '../parameters/shipped.ts'
import { exemptLimitsInYear, parametersFor, type TaxParameters } from './tax-parameters.ts'
import type { TaxTables } from './tax-tables.ts'

function found(year: number, municipality: string | null, tables: TaxTables = shippedTaxTables): TaxParameters {
  const result = parametersFor(year, tables, municipality)
  if (!result.ok) throw new Error(result.code)
  return result.parameters
}

describe('the tax parameters of a year', () => {
  it('are taken without any assumption when every table has the year', () => {
    const parameters = found(2026, 'Helsinki')
    expect(parameters.assumptions).toEqual([])
    expect([parameters.taxYear.year, parameters.deductions.year, parameters.municipality.year]).toEqual([
      2026, 2026, 2026,
    ])
  })

  it('come from the latest earlier year when the year has no table, and say so once', () => {
    const parameters = found(2029, 'Helsinki')
    expect(parameters.taxYear.year).toBe(2026)
    expect(parameters.assumptions).toEqual([
      { code: 'YEAR_FALLBACK', values: { year: 2026, requestedYear: 2029 } },
      { code: 'MUNICIPAL_RATES_YEAR', values: { year: 2026, requestedYear: 2029 } },
    ])
  })

  it('do not depend on the order in which the rows stand', () => {
    const [first, second] = shippedTaxTables.years
    const years = [{ ...second!, year: 2028 }, first!, { ...first!, year: 2027 }, second!]
    for (const year of [2025, 2026, 2027, 2028]) {
      expect(found(year, 'Helsinki', { ...shippedTaxTables, years }).taxYear.year).toBe(year)
    }
    expect(found(2040, 'Helsinki', { ...shippedTaxTables, years }).taxYear.year).toBe(2028)
    expect(found(2020, 'Helsinki', { ...shippedTaxTables, years }).taxYear.year).toBe(2025)
  })

  it('name each table that lags behind when only some have the new year', () => {
    const [latest] = shippedTaxTables.years.filter((row) => row.year === 2026)
    const tables = { ...shippedTaxTables, years: [...shippedTaxTables.years, { ...latest!, year: 2027 }] }
    const parameters = found(2027, 'Helsinki', tables)
    expect(parameters.taxYear.year).toBe(2027)
    expect(parameters.assumptions[0]).toEqual({ code: 'YEAR_FALLBACK', values: { year: 2026, requestedYear: 2027 } })
  })

  it('use the 2026 municipal rates for 2025 and say so', () => {
    expect(found(2025, 'Espoo').assumptions).toEqual([
      { code: 'MUNICIPAL_RATES_YEAR', values: { year: 2026, requestedYear: 2025 } },
    ])
  })

  it('use the Åland rules and the employer factor of 2026 for 2025', () => {
    const parameters = found(2025, 'Maarianhamina')
    expect(parameters.aland?.mediaFeeCents).toBe(128_00)
    expect(parameters.employerFactor).toEqual({ basisPoints: 12_050, year: 2026 })
    expect(parameters.assumptions).toContainEqual({
      code: 'ALAND_RULES_YEAR',
      values: { year: 2026, requestedYear: 2025 },
    })
  })

  it('carry no Åland rules for a mainland municipality', () => {
    expect(found(2026, 'Turku').aland).toBeNull()
  })

  it('take the average municipal rate without church tax when no municipality is given', () => {
    const parameters = found(2026, null)
    expect(parameters.municipality).toEqual({
      year: 2026,
      name: '',
      isAland: false,
      municipalBasisPoints: 757,
      evangelicalLutheranBasisPoints: 0,
      orthodoxBasisPoints: 0,
    })
    expect(parameters.aland).toBeNull()
    expect(parameters.assumptions).toEqual([
      { code: 'AVERAGE_MUNICIPALITY', values: { municipalBasisPoints: 757, year: 2026 } },
    ])
  })

  it('find a municipality in any letter case and refuse an unknown one', () => {
    expect(found(2026, ' äänekoski ').municipality.name).toBe('Äänekoski')
    expect(parametersFor(2026, shippedTaxTables, 'Atlantis')).toEqual({ ok: false, code: 'MUNICIPALITY_NOT_FOUND' })
  })

  it('are missing when a table is empty', () => {
    for (const key of ['years', 'stateScales', 'deductions'] as const) {
      expect(parametersFor(2026, { ...shippedTaxTables, [key]: [] }, 'Turku')).toEqual({
        ok: false,
        code: 'TAX_TABLES_MISSING',
      })
    }
  })
})

describe('the limits of the exemption', () => {
  it('are those of the year’s tax table, of the nearest one, and of the law where there is none', () => {
    const [first] = shippedTaxTables.years
    const years = [
      ...shippedTaxTables.years,
      { ...first!, year: 2027, bikeExemptMonthlyCents: 1, bikeExemptYearlyCents: 2 },
    ]
    expect(exemptLimitsInYear(years, 2026)).toEqual({ monthCents: 100_00, yearCents: 1_200_00 })
    expect(exemptLimitsInYear(years, 2029)).toEqual({ monthCents: 1, yearCents: 2 })
    expect(exemptLimitsInYear([], 2026)).toEqual({ monthCents: 100_00, yearCents: 1_200_00 })
  })
})

describe('the shipped municipal rates', () => {
  it('hold all 308 municipalities once, 16 of them on Åland', () => {
    const { municipalities } = shippedTaxTables
    expect(new Set(municipalities.map((row) => row.name)).size).toBe(308)
    expect(municipalities.filter((row) => row.isAland)).toHaveLength(16)
  })

  it('match spot checks of the published table', () => {
    const rates = (name: string) => {
      const { municipalBasisPoints, evangelicalLutheranBasisPoints, orthodoxBasisPoints } = found(
        2026,
        name,
      ).municipality
      return [municipalBasisPoints, evangelicalLutheranBasisPoints, orthodoxBasisPoints]
    }
    expect(rates('Helsinki')).toEqual([530, 100, 180])
    expect(rates('Enontekiö')).toEqual([870, 170, 225])
    expect(rates('Brändö')).toEqual([1770, 200, 175])
    expect(rates('Äänekoski')).toEqual([940, 160, 195])
  })
})
