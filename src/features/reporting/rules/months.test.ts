import { expect, it } from 'vitest'
import { gapsFrom } from './months.ts'

it.each([
  [[], [{ from: '2026-12', to: null }]],
  [[{ from: '2026-11', to: null }], []],
  [[{ from: '2026-10', to: '2026-11' }], [{ from: '2026-12', to: null }]],
  [[{ from: '2027-03', to: null }], [{ from: '2026-12', to: '2027-02' }]],
  [
    [
      { from: '2027-02', to: '2027-02' },
      { from: '2026-12', to: '2026-12' },
    ],
    [
      { from: '2027-01', to: '2027-01' },
      { from: '2027-03', to: null },
    ],
  ],
])('besides %j nobody bears %j from 2026-12 on', (periods, gaps) => {
  expect(gapsFrom(periods, '2026-12')).toEqual(gaps)
})
