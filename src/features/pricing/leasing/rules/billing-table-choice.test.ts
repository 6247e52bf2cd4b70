import { describe, expect, it } from 'vitest'
import type { BillingTableScope } from './billing-table-choice.ts'
import { chooseBillingTable } from './billing-table-choice.ts'

type Table = BillingTableScope & { id: string }

const general: Table = {
  id: 'general',
  leasingCompanyId: 'lessor',
  companyId: null,
  validFrom: '2026-01-01',
  validTo: null,
}
const own: Table = { ...general, id: 'own', companyId: 'company', validTo: '2026-06-30' }
const foreign = { ...general, id: 'foreign', companyId: 'other-company' }
const otherLessor = { ...general, id: 'other-lessor', leasingCompanyId: 'other-lessor' }
const all = [general, own, foreign, otherLessor]

function chosen(tables: Table[], companyId: string | null, day: string): string {
  const choice = chooseBillingTable(tables, { leasingCompanyId: 'lessor', companyId, day })
  return choice.ok ? choice.table.id : `${choice.code} ${choice.details.reason} ${choice.details.tables}`
}

describe('the billing table of a lease', () => {
  it('is the company’s own while it is valid, then the general one', () => {
    expect(chosen(all, 'company', '2026-03-15')).toBe('own')
    expect(chosen(all, 'company', '2026-06-30')).toBe('own')
    expect(chosen(all, 'company', '2026-07-01')).toBe('general')
  })

  it('is the general one for visitors and companies without their own', () => {
    expect(chosen(all, null, '2026-03-15')).toBe('general')
    expect(chosen(all, 'third-company', '2026-03-15')).toBe('general')
  })

  it('is missing before its first day, for another lessor and from an empty list', () => {
    const missing = 'LEASING_CONFIGURATION_INVALID NO_BILLING_TABLE 0'
    expect(chosen(all, null, '2025-12-31')).toBe(missing)
    expect(chosen(all, null, '2026-01-01')).toBe('general')
    expect(chosen([foreign, otherLessor], 'company', '2026-03-15')).toBe(missing)
    expect(chosen([], null, '2026-03-15')).toBe(missing)
  })

  it('is refused when two tie, and only when they tie', () => {
    const two = 'LEASING_CONFIGURATION_INVALID SEVERAL_BILLING_TABLES 2'
    expect(chosen([general, { ...general }], null, '2026-03-15')).toBe(two)
    expect(chosen([general, own, { ...own }], 'company', '2026-03-15')).toBe(two)
    expect(chosen([general, { ...general }, own], 'company', '2026-03-15')).toBe('own')
    const next = { ...general, validFrom: '2026-04-01' }
    expect(chosen([{ ...general, validTo: '2026-03-31' }, next], null, '2026-03-31')).toBe('general')
  })
})
