import { describe, expect, it } from 'vitest'
import { type SuppliedPart, standingOf } from './supplied.ts'

const month = (day: string): SuppliedPart => ({
  day,
  purpose: 'INSTALMENT',
  vatBasisPoints: 2_550,
  netCents: 10_000,
  vatCents: 2_550,
  grossCents: 12_550,
})
const parts = [month('2026-11-01'), month('2026-12-01')]
const ahead = (until: string, paidCents: number) =>
  standingOf(parts, { until, paidCents })
    .filter(({ account }) => account === 'ADVANCE_INVOICES')
    .reduce((sum, { amountCents }) => sum - amountCents, 0)

describe('what of an invoice is a sale', () => {
  it('is what has been supplied, from the day of the supply on', () => {
    expect([ahead('2026-10-31', 0), ahead('2026-11-01', 0), ahead('2026-11-30', 0), ahead('2026-12-01', 0)]).toEqual([
      25_100, 12_550, 12_550, 0,
    ])
  })

  it('reaches as far as the payments where they go further, and never beyond the invoice', () => {
    expect([ahead('2026-10-31', 12_550), ahead('2026-11-01', 12_550)]).toEqual([12_550, 12_550])
    expect([ahead('2026-11-01', 20_000), ahead('2026-11-01', 30_000)]).toEqual([5_100, 0])
  })
})
