import { describe, expect, it } from 'vitest'
import { depreciatedBy, postingsOfAcquisition, postingsOfDepreciation, postingsOfDisposal } from './rules.ts'

const plan = { acquiredDay: '2026-11-20', costCents: 300_100, residualCents: 60_100, months: 24 } as const
const rowsOf = (postings: ReturnType<typeof postingsOfDisposal>) =>
  postings.map(({ account, amountCents }) => [account, amountCents])

describe('a leased bicycle among the assets', () => {
  it('loses value in equal parts from the month of its purchase on, down to its residual value', () => {
    const by = (month: string) => depreciatedBy(plan, month)
    expect(['2026-10', '2026-11', '2026-12', '2028-10', '2028-11'].map(by)).toEqual([
      0, 10_000, 20_000, 240_000, 240_000,
    ])
  })

  it('is bought out of the purchases, and what it loses is a cost', () => {
    expect(rowsOf(postingsOfAcquisition(300_100))).toEqual([
      ['LEASE_ASSETS', 300_100],
      ['PURCHASES', -300_100],
    ])
    expect(rowsOf(postingsOfDepreciation(10_000))).toEqual([
      ['DEPRECIATION', 10_000],
      ['LEASE_ASSETS', -10_000],
    ])
  })

  it('is a gain above its book value, a loss below it, and neither at it', () => {
    const sold = (proceedsCents: number) => rowsOf(postingsOfDisposal('SOLD', { bookCents: 60_000, proceedsCents }))
    const gone = ['LEASE_ASSETS', -60_000]
    expect(sold(70_000)).toEqual([['SALES_REDEMPTION', 70_000], gone, ['ASSET_GAINS', -10_000]])
    expect(sold(50_000)).toEqual([['SALES_REDEMPTION', 50_000], gone, ['ASSET_LOSSES', 10_000]])
    expect(sold(60_000)).toEqual([['SALES_REDEMPTION', 60_000], gone])
  })

  it('goes back among the purchases where its purchase was cancelled, without a gain or a loss', () => {
    expect(rowsOf(postingsOfDisposal('CANCELLED', { bookCents: 60_000, proceedsCents: 0 }))).toEqual([
      ['PURCHASES', 60_000],
      ['LEASE_ASSETS', -60_000],
    ])
  })
})
