import { DayShape, endpoint, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { allFoundKinds } from './kinds.ts'

const Found = Shape({
  kind: OneOf(allFoundKinds),
  id: T.String(),
  /** What it is called by: a name, a number, an address. */
  title: T.String(),
  /** What tells it from others of the title: a company, a person, a counterparty. */
  detail: Nullable(T.String()),
  amount: Nullable(T.Number()),
  day: Nullable(DayShape),
})
export type Found = T.Static<typeof Found>

/** One search over every identifier, for the staff. */
export const finder = {
  find: endpoint({
    method: 'GET',
    path: '/api/finder',
    access: 'admin:access',
    summary:
      'What a name, number, reference, address or sum belongs to: at most five of each kind that the caller may see and open.',
    query: Shape({ search: T.String({ minLength: 2, maxLength: 100 }) }),
    sums: true,
    replies: {
      200: Shape({
        found: T.Array(Found),
        /** Kinds of which there are more than are named. */
        more: T.Array(OneOf(allFoundKinds)),
        /** The kinds that were searched. */
        kinds: T.Array(OneOf(allFoundKinds)),
      }),
    },
  }),
}
