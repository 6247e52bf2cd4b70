import { expect, it } from 'vitest'
import { leftOut } from './use-fitting.ts'

const columns = [
  { key: 'person', choice: false, width: 160 },
  { key: 'company', choice: true, width: 140 },
  { key: 'state', choice: false, width: 120 },
  { key: 'price', choice: false, width: 90 },
]

it('leaves nothing out of a table that fits', () => {
  expect([...leftOut(columns, 0)]).toEqual([])
  expect([...leftOut(columns, -40)]).toEqual([])
})

it('leaves out what the reader may hide, then from the right, until the rest fits', () => {
  expect([...leftOut(columns, 60)]).toEqual(['company'])
  expect([...leftOut(columns, 141)]).toEqual(['company', 'price'])
})

it('keeps the column that opens the row', () => {
  expect([...leftOut(columns, 10_000)]).toEqual(['company', 'price', 'state'])
})
