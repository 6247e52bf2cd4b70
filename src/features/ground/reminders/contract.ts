import { DayShape, endpoint, Id, Instant, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { otherParties } from './rules.ts'

const AwaitedTurn = Shape({
  turnId: Id,
  /** Our own turns are no part. */
  awaited: OneOf(otherParties),
  since: Instant,
  due: Nullable(DayShape),
  /** When the party was told last, first or again. */
  toldAt: Nullable(Instant),
  /** Whether somebody can be reminded by message here; a lessor and an insurer have their days in the invoice and the claim. */
  canBeReminded: T.Boolean(),
  /** Until then no further reminder goes out. */
  restsUntil: Nullable(Instant),
})
export type AwaitedTurn = T.Static<typeof AwaitedTurn>

export const reminders = {
  list: endpoint({
    method: 'GET',
    path: '/api/reminders',
    access: 'task:remind',
    summary: 'Who else than the staff is awaited with a subject, since when, until when, and when they were told last.',
    query: Shape({ subjectId: Id }),
    replies: { 200: Shape({ data: T.Array(AwaitedTurn) }) },
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/reminders/:turnId',
    access: 'task:remind',
    params: Shape({ turnId: Id }),
    summary:
      'Reminds the party of a turn now, by the words of its message; once a day at most, the reminders of the job too.',
    body: Shape({}),
    replies: { 200: AwaitedTurn },
    errors: ['NOT_FOUND', 'REMINDED_LATELY', 'NOBODY_TO_REMIND'],
  }),
}
