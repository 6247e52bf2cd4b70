import type { Situation, SituationKey } from '#features/story/lease-story/rules/situation.ts'
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

/** The sentences of a lease's story that a store's page opens with, by the part that each is about. */
export const storeHeads = [
  'returnBring',
  'returnBringByEmployer',
  'returnInspect',
  'claimRepair',
] as const satisfies readonly SituationKey[]
type StoreHeadKey = (typeof storeHeads)[number]

const partOfHead: Record<StoreHeadKey, StorePartKind> = {
  returnBring: 'RETURN',
  returnBringByEmployer: 'RETURN',
  returnInspect: 'RETURN',
  claimRepair: 'REPAIR',
}

const isStoreHead = (key: SituationKey): key is StoreHeadKey => (storeHeads as readonly SituationKey[]).includes(key)

/**
 * What a store's page opens with of the lease: only where its first part is what the story is about, since a store that
 * sold the bicycle hears nothing of where it goes.
 */
export function storeHeadOf({ key, day }: Situation, [first]: readonly StorePart[]) {
  return isStoreHead(key) && first?.kind === partOfHead[key] ? { key, day } : null
}
