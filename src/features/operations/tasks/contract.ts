import { waitedFor } from '#features/orders/orders/rules/waited-for.ts'
import { DayShape, endpoint, Id, Instant, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { taskActions } from './rules.ts'

export const Task = Shape({
  /** The same task has the same id as long as it waits. */
  id: T.String(),
  /** What is to be done. */
  action: OneOf(taskActions),
  awaited: OneOf(waitedFor),
  since: Instant,
  due: Nullable(DayShape),
  /** The address where it is done. */
  link: T.String(),
  companyId: Nullable(Id),
  companyName: Nullable(T.String()),
  /** Whom or what it is about: a person's name, an invoice's number and other party, a month. */
  about: Nullable(T.String()),
  orderId: Nullable(Id),
  orderNumber: Nullable(T.String()),
})
export type Task = T.Static<typeof Task>

export const tasks = {
  list: endpoint({
    method: 'GET',
    path: '/api/tasks',
    access: 'task:read',
    summary:
      'What waits for the caller, derived from the states of orders, people, invoices, months and messages: what is late first, then what has waited longest.',
    query: Shape({ action: T.Optional(OneOf(taskActions)), companyId: T.Optional(Id), late: T.Optional(T.Boolean()) }),
    replies: {
      200: Shape({
        data: T.Array(Task),
        /** How many of each kind wait, whole; a kind of which none waits is absent. */
        counts: T.Array(Shape({ action: OneOf(taskActions), count: T.Integer({ minimum: 1 }) })),
        /** More of one kind wait than are named: of each kind the 50 oldest, of one that is asked for the 200 oldest. */
        truncated: T.Boolean(),
      }),
    },
  }),
}
