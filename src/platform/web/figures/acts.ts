import type { LanguageCode } from '#platform/contract/contract.ts'

/** An event of a history that knows which act wrote it. */
export interface OfAct {
  readonly eventId: string
  readonly act: string | null
}

/** The events of each act together, in the order in which the first of each stands. */
export function byAct<Event extends OfAct>(events: readonly Event[]): Event[][] {
  return [...Map.groupBy(events, ({ act, eventId }) => act ?? eventId).values()]
}

interface Told extends OfAct {
  readonly type: string
}

/** What only says that a state moved stands behind what names the act. */
const followers: ReadonlySet<string> = new Set(['ORDER_STATUS_UPDATED', 'PROCESS_STEP', 'INVOICE_STATUS_UPDATED'])

/** The event by which an act is called. */
export function leadOf<Event extends Told>(events: readonly Event[]): Event {
  return events.find(({ type }) => !followers.has(type)) ?? events[0]!
}

/** Each message once, whichever of the act's events brought it. */
export function messagesOf<Message extends { readonly messageId: string }>(
  events: readonly { readonly messages: readonly Message[] }[],
): Message[] {
  return [...new Map(events.flatMap(({ messages }) => messages).map((one) => [one.messageId, one])).values()]
}

interface Letter {
  readonly messageId: string
  readonly recipient: string
  readonly subject: string
  readonly language: LanguageCode
  readonly status: string
}

/** A message as a line inside its act: what it is about, to whom, and that it has not gone where it has not. */
export function messageLine(
  { messageId, recipient, subject, language, status }: Letter,
  notGone: { readonly KEPT: string; readonly DEAD: string },
) {
  const state = status === 'KEPT' || status === 'DEAD' ? notGone[status] : ''
  const text = [[subject, recipient].filter(Boolean).join(', '), state].filter(Boolean).join(' · ')
  return { messageId, text, language, isLost: status === 'DEAD' }
}
