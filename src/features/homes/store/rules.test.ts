import { expect, it } from 'vitest'
import { inOrder, type StorePart, storeParts } from './rules.ts'

const part = (kind: StorePart['kind'], state: 'turn' | 'open' | 'over'): StorePart => ({
  kind,
  isTurn: state === 'turn',
  dueDay: null,
  isOpen: state !== 'over',
})
const kindsOf = (parts: readonly StorePart[]) => inOrder(parts).map(({ kind }) => kind)

it('puts what a store is awaited for before what goes on, and that before what has been', () => {
  expect(kindsOf([part('REPAIR', 'over'), part('RETURN', 'open'), part('ORDER', 'turn')])).toEqual([
    'ORDER',
    'RETURN',
    'REPAIR',
  ])
})

it('puts what is as urgent in the order of the list', () => {
  expect(kindsOf(storeParts.toReversed().map((kind) => part(kind, 'turn')))).toEqual([...storeParts])
})
