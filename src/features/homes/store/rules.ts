import type { Day } from '#platform/values/days.ts'

/** What a store may have to do with one bicycle; what stands first goes before what stands later. */
export const storeParts = ['REPAIR', 'REFUND', 'RETURN', 'ORDER'] as const
export type StorePartKind = (typeof storeParts)[number]

export interface StorePart {
  readonly kind: StorePartKind
  readonly isTurn: boolean
  readonly dueDay: Day | null
  readonly isOpen: boolean
}

const placeOf = ({ kind, isTurn, isOpen }: StorePart) =>
  (isTurn ? 0 : isOpen ? 1 : 2) * storeParts.length + storeParts.indexOf(kind)

/** What the page of a store says first: what it is awaited for, then what goes on, then what has been. */
export const inOrder = (parts: readonly StorePart[]): StorePart[] => parts.toSorted((a, b) => placeOf(a) - placeOf(b))
