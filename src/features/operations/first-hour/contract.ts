import { messageStatuses } from '#features/ground/outbox/rules.ts'
import { DayShape, endpoint, Id, Instant, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { checkStates, firstHourChecks, stillNaming } from './rules.ts'

const TestMail = Shape({
  messageId: Id,
  recipient: T.String(),
  status: OneOf(messageStatuses),
  createdAt: Instant,
  sentAt: Nullable(Instant),
  /** What the mail server answered to the last try that failed. */
  lastError: Nullable(T.String()),
})

export const firstHour = {
  get: endpoint({
    method: 'GET',
    path: '/api/first-hour',
    access: 'settings:write',
    summary:
      'What an installation has and lacks before its first order, judged by the rules that refuse a start or an order.',
    replies: {
      200: Shape({
        missing: T.Integer(),
        checks: T.Array(
          Shape({
            check: OneOf(firstHourChecks),
            state: OneOf(checkStates),
            /** A name that the sentence about it tells of. */
            about: Nullable(T.String()),
            day: Nullable(DayShape),
            count: Nullable(T.Integer()),
            /** Of the owner: what names another company still. */
            still: T.Array(OneOf(stillNaming)),
            /** The company that lacks something. */
            companyId: Nullable(Id),
          }),
        ),
        /** The newest test mail. */
        testMail: Nullable(TestMail),
        /** Where the next one would go: the caller's own address. */
        testMailTo: T.String(),
      }),
    },
  }),
  sendTestMail: endpoint({
    method: 'POST',
    path: '/api/first-hour/test-mail',
    access: 'settings:write',
    summary: "Sends a mail through the configured sender to the caller's own address.",
    body: Shape({}),
    replies: { 201: TestMail },
  }),
}
