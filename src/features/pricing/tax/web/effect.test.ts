import { expect, it } from 'vitest'
import { shippedTaxTables } from '#features/pricing/tax/parameters/shipped.ts'
import { effectOf } from './effect.ts'

it('shows of each sample pay what a month leaves, beside the year before where there is one', () => {
  const effect = effectOf(shippedTaxTables, 2026)
  expect(effect.map(({ payCents }) => payCents)).toEqual([200_000, 300_000, 400_000, 550_000, 800_000])
  for (const { payCents, netCents, beforeCents } of effect) {
    expect(netCents).toBeGreaterThan(payCents / 2)
    expect(netCents).toBeLessThan(payCents)
    expect(beforeCents).not.toBe(netCents)
  }
  expect(effectOf(shippedTaxTables, 2025).map(({ beforeCents }) => beforeCents)).toEqual(Array(5).fill(null))
  const dearer = shippedTaxTables.years.map((row) => ({ ...row, pensionBasisPoints: row.pensionBasisPoints + 100 }))
  const after = effectOf({ ...shippedTaxTables, years: dearer }, 2026)
  expect(after.every(({ netCents }, place) => netCents < effect[place]!.netCents)).toBe(true)
})
