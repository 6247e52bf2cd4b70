import { expect, it } from 'vitest'
import { changesOf, factsOf } from './rules.ts'

it('tells what became different, of two facts or of two rows, and not what stayed as it was', () => {
  expect(changesOf({ from: 'OPEN', to: 'DONE', reason: 'x' })).toEqual([{ name: 'state', from: 'OPEN', to: 'DONE' }])
  expect(changesOf({ from: 'OPEN', to: 'OPEN' })).toEqual([])
  const rows = { before: { name: 'A', city: 'Oulu' }, after: { name: 'B', city: 'Oulu', phone: '1' } }
  expect(changesOf(rows)).toEqual([
    { name: 'name', from: 'A', to: 'B' },
    { name: 'phone', from: null, to: '1' },
  ])
  expect([changesOf({ from: 'OPEN' }), changesOf('text')]).toEqual([[], []])
})

it('tells the other facts beside them, but for those without a value', () => {
  expect(factsOf({ from: 'OPEN', to: 'DONE', reason: 'x', note: null })).toEqual([{ name: 'reason', value: 'x' }])
  // One of a pair alone is a fact like others.
  expect(factsOf({ to: 'DONE', parts: [1] })).toEqual([
    { name: 'to', value: 'DONE' },
    { name: 'parts', value: '[1]' },
  ])
})
