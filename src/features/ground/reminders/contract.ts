import { DayShape, endpoint, Id, Instant, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { escalationRoles, otherParties } from './rules.ts'

/** To whom a turn was brought, by whom and with which words. */
const Escalation = Shape({ to: T.String(), by: T.String(), at: Instant, message: T.String() })

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
  /** Whom a reminder reaches: a person, a company or a store by name. */
  receivers: T.Array(T.String()),
  /** Until then no further reminder goes out. */
  restsUntil: Nullable(Instant),
  /** How often they have been reminded. */
  nudges: T.Integer(),
  /** The caller can bring it to somebody else, which is done once. */
  mayEscalate: T.Boolean(),
  escalation: Nullable(Escalation),
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
  receivers: endpoint({
    method: 'GET',
    path: '/api/turn-escalations/receivers',
    access: 'task:remind',
    summary:
      'Those to whom a turn can be brought: the colleagues of the caller by name, and the roles that somebody holds.',
    replies: {
      200: Shape({
        colleagues: T.Array(Shape({ userId: Id, name: T.String() })),
        roles: T.Array(OneOf(escalationRoles)),
      }),
    },
  }),
  escalate: endpoint({
    method: 'POST',
    path: '/api/turn-escalations/:turnId',
    access: 'task:remind',
    params: Shape({ turnId: Id }),
    summary:
      'Brings a turn to a colleague or to all of a role, with a message: where we are late, or the party has left two reminders unanswered; once a turn.',
    body: Shape({
      /** A colleague’s id, or a role. */
      to: T.Union([Id, OneOf(escalationRoles)]),
      message: T.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
    }),
    replies: { 200: Escalation },
    errors: ['NOT_FOUND', 'NOT_TO_ESCALATE', 'ALREADY_ESCALATED'],
  }),
}
