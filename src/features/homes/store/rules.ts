import { type StoreStage, storeStages } from '#features/orders/orders/rules/store-page.ts'
import type { Situation, SituationKey } from '#features/story/lease-story/rules/situation.ts'
import type { Day } from '#platform/values/days.ts'

/** What a store may have to do with one bicycle; what stands first goes before what stands later. */
export const storeParts = ['REPAIR', 'REFUND', 'RETURN', 'SERVICE', 'ORDER'] as const
export type StorePartKind = (typeof storeParts)[number]

export interface StorePart {
  readonly kind: StorePartKind
  readonly isTurn: boolean
  readonly dueDay: Day | null
  readonly isOpen: boolean
  /** When it began. */
  readonly since: Date
}

const rankOf = ({ isTurn, isOpen }: StorePart) => (isTurn ? 0 : isOpen ? 1 : 2)

/** What has been stands with the newest first, as the clerk who has just sent a bill looks for its receipt. */
const compare = (a: StorePart, b: StorePart) =>
  rankOf(a) - rankOf(b) ||
  (a.isTurn || a.isOpen ? 0 : b.since.getTime() - a.since.getTime()) ||
  storeParts.indexOf(a.kind) - storeParts.indexOf(b.kind)

/** What the page of a store says first: what it is awaited for, then what goes on, then what has been. */
export const inOrder = (parts: readonly StorePart[]): StorePart[] => parts.toSorted(compare)

/** The sentences of a lease's story that a store's page opens with, by the part that each is about. */
const leaseHeads = {
  returnBring: 'RETURN',
  returnBringByEmployer: 'RETURN',
  returnInspect: 'RETURN',
  claimRepair: 'REPAIR',
  cancelling: 'REFUND',
} as const satisfies Partial<Record<SituationKey, StorePartKind>>
type LeaseHead = keyof typeof leaseHeads

const isLeaseHead = (key: SituationKey): key is LeaseHead => Object.hasOwn(leaseHeads, key)

/** What may stand at the head of a store's page: where a lease stands, or before and beside that its order. */
export const storeHeads = [
  'returnBring',
  'returnBringByEmployer',
  'returnInspect',
  'claimRepair',
  'cancelling',
  ...storeStages,
] as const satisfies readonly (LeaseHead | StoreStage)[]

interface HeadFacts {
  readonly parts: readonly StorePart[]
  /** Where the lease stands, where there is one. */
  readonly situation: Pick<Situation, 'key' | 'day'> | null
  /** Where the order stands, where the link opens one. */
  readonly stage: StoreStage | null
}

/**
 * The head of a store's page: the story of the lease where the page's first part is what the story is about, since a
 * store that sold the bicycle hears nothing of where it goes; else its order's own stage, by the rule that its acts have.
 * @returns null where the first part is neither, and speaks for itself
 */
export function storeHeadOf({ parts: [first], situation, stage }: HeadFacts) {
  if (situation && isLeaseHead(situation.key) && first?.kind === leaseHeads[situation.key])
    return { key: situation.key, day: situation.day }
  return first?.kind === 'ORDER' && stage ? { key: stage, day: null } : null
}
