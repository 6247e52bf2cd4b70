import { Id, Instant, Language, Nullable, OneOf, Shape, T } from '#platform/contract/contract.ts'
import { messageStatuses } from './rules.ts'

/** A message that an act sent, as the act's history names it. */
export const SentMessage = Shape({
  messageId: Id,
  recipient: T.String(),
  subject: T.String(),
  /** Of its reader, in which the subject is written. */
  language: Language,
  status: OneOf(messageStatuses),
  sentAt: Nullable(Instant),
})
export type SentMessage = T.Static<typeof SentMessage>
