import { endpoint, Shape, T } from '#platform/contract/contract.ts'

/** How much waits: read by every page of the administration. */
export const taskSummary = endpoint({
  method: 'GET',
  path: '/api/staff-tasks/summary',
  sums: true,
  access: 'admin:access',
  summary:
    'How much waits for the staff: all that is not put off, what of it is late, the caller’s own, what nobody has taken; what is put off; and how much is done at which page.',
  replies: {
    200: Shape({
      all: T.Integer(),
      late: T.Integer(),
      mine: T.Integer(),
      unowned: T.Integer(),
      snoozed: T.Integer(),
      /** How many of all are done at each page of the administration; a page without any is absent. */
      places: T.Array(Shape({ page: T.String(), count: T.Integer({ minimum: 1 }) })),
    }),
  },
})
