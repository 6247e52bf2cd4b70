import { expect, it } from 'vitest'
import { inOrder, type StorePart, storeHeadOf, storeParts } from './rules.ts'

const part = (kind: StorePart['kind'], state: 'turn' | 'open' | 'over', since = '2026-11-01'): StorePart => ({
  kind,
  isTurn: state === 'turn',
  dueDay: null,
  isOpen: state !== 'over',
  since: new Date(since),
})
const kindsOf = (parts: readonly StorePart[]) => inOrder(parts).map(({ kind }) => kind)

it('puts what a store is awaited for before what goes on, and that before what has been', () => {
  expect(kindsOf([part('REPAIR', 'over'), part('RETURN', 'open'), part('ORDER', 'turn')])).toEqual([
    'ORDER',
    'RETURN',
    'REPAIR',
  ])
})

it('puts the newest of what has been first', () => {
  const parts = [part('REPAIR', 'over', '2027-02-01'), part('ORDER', 'over'), part('SERVICE', 'over', '2027-08-01')]
  expect(kindsOf(parts)).toEqual(['SERVICE', 'REPAIR', 'ORDER'])
})

it('puts what is as urgent in the order of the list', () => {
  expect(kindsOf(storeParts.toReversed().map((kind) => part(kind, 'turn')))).toEqual([...storeParts])
})

it('opens with the story of the lease where its first part is what the story is about, else with its order', () => {
  const bring = { key: 'returnBring', day: '2026-11-30' } as const
  const headOf = (
    parts: readonly StorePart[],
    situation: typeof bring | { key: 'running' | 'cancelling'; day: null },
  ) => storeHeadOf({ parts, situation, stage: 'paid' })
  expect(headOf([part('RETURN', 'open'), part('ORDER', 'over')], bring)).toEqual(bring)
  expect(headOf([part('REFUND', 'turn')], { key: 'cancelling', day: null })).toEqual({ key: 'cancelling', day: null })
  expect(headOf([part('ORDER', 'over')], bring)).toEqual({ key: 'paid', day: null })
  expect(headOf([part('ORDER', 'over')], { key: 'running', day: null })).toEqual({ key: 'paid', day: null })
  expect(headOf([part('REPAIR', 'over')], { key: 'running', day: null })).toBeNull()
})
