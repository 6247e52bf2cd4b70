import { DayShape, endpoint, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { storeHeads, storeParts } from './rules.ts'

const Part = Shape({
  kind: OneOf(storeParts),
  /** The store is awaited for it now. */
  isTurn: T.Boolean(),
  dueDay: Nullable(DayShape),
  /** It goes on, whoever is awaited. */
  isOpen: T.Boolean(),
})

const StoreHome = Shape({
  storeName: T.String(),
  /** Null for a lease that was entered without an order. */
  orderNumber: Nullable(T.String()),
  bike: T.String(),
  /** What goes on with the bicycle for this store: the one sentence of the page. */
  head: Nullable(Shape({ key: OneOf(storeHeads), day: Nullable(DayShape) })),
  /** What the link opens: what the store has to do first, and what has been below it. */
  parts: T.Array(Part),
})

/** The page of a store's one lasting link to an order. */
export const storeHome = {
  get: endpoint({
    method: 'GET',
    path: '/api/store-page/:token',
    access: { token: 'store' },
    params: Shape({ token: T.String({ minLength: 20, maxLength: 100 }) }),
    summary: 'What a store’s lasting link opens, the part for which the store is awaited first.',
    replies: { 200: StoreHome },
    errors: ['NOT_FOUND', 'TOKEN_NOT_VALID'],
  }),
}
