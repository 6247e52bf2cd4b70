import { expect, it } from 'vitest'
import { deductionColumns, stateScaleColumns, taxYearColumns, toWire } from '#features/pricing/tax/columns.ts'
import { shippedTaxTables } from '#features/pricing/tax/parameters/shipped.ts'
import { inputsOf, readTable, rowsOfList, typedOver, withoutRow } from './table-form.ts'

const registers = [
  ['contributions', taxYearColumns, shippedTaxTables.years],
  ['scales', stateScaleColumns, shippedTaxTables.stateScales],
  ['deductions', deductionColumns, shippedTaxTables.deductions],
] as const

it.each(registers)('%s are read from their fields as they were written into them', (_, columns, rows) => {
  for (const row of rows) {
    const wire = toWire(columns, row) as Record<string, unknown>
    expect(readTable(columns, inputsOf(columns, wire), row.year)).toEqual({ row: wire, faults: {} })
  }
})

it('a row leaves its scale and what cannot be read is named', () => {
  const wire = toWire(stateScaleColumns, shippedTaxTables.stateScales[0]!) as Record<string, unknown>
  const inputs = inputsOf(stateScaleColumns, wire)
  const fewer = withoutRow(inputs, 'steps', 1)
  expect(rowsOfList(fewer, 'steps')).toBe(rowsOfList(inputs, 'steps') - 1)
  expect(fewer['steps.1.lowerLimit']).toBe(inputs['steps.2.lowerLimit'])
  const broken = readTable(stateScaleColumns, { ...fewer, 'steps.0.rate': 'x', 'steps.1.lowerLimit': '' }, 2026)
  expect(broken).toEqual({ row: null, faults: { 'steps.0.rate': 'PERCENT', 'steps.1.lowerLimit': 'REQUIRED' } })
})

it('fields that were touched keep what was typed when the table was stored anew, and all others show what is stored', () => {
  const stored = { rate: '1', limit: '10', 'steps.0.rate': '5', 'steps.1.rate': '6' }
  const typed = { rate: '2', limit: '10', 'steps.0.rate': '5' }
  const now = { rate: '1', limit: '20', 'steps.0.rate': '5', 'steps.1.rate': '6', name: 'uusi' }
  expect(typedOver(now, { stored, typed })).toEqual({ rate: '2', limit: '20', 'steps.0.rate': '5', name: 'uusi' })
})
