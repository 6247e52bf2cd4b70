import type { orders } from '#features/orders/orders/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'

export type HistoryItem = ReplyOf<typeof orders.timeline>['items'][number]

/** Events of one command lie this close together. */
const SAME_MOMENT_MS = 2000

/** Whether an item tells again what one above it tells: two reminders of one party in one run. */
const isToldAgain = (item: HistoryItem, above: readonly HistoryItem[]) =>
  item.type === 'TURN_NUDGED' &&
  above.some(
    ({ type, reminded, at }) =>
      type === item.type && reminded === item.reminded && Date.parse(at) - Date.parse(item.at) <= SAME_MOMENT_MS,
  )

/**
 * The events worth a sentence: a change of status is left out where the event that caused it stands beside it, and what was
 * just told.
 */
export function withoutDuplicates(items: readonly HistoryItem[]): HistoryItem[] {
  const causes = items.filter((item) => item.to === null).map((item) => Date.parse(item.at))
  return items.filter((item, place) => {
    if (item.to === null) return !isToldAgain(item, items.slice(0, place))
    const at = Date.parse(item.at)
    return !causes.some((cause) => Math.abs(cause - at) <= SAME_MOMENT_MS)
  })
}

/** The text key of an event's sentence and the name that stands in it. */
export function sentenceOf(item: HistoryItem): { key: string; name: string | null } {
  if (item.to) return { key: `moved.${item.to}`, name: null }
  if (item.reminded) return { key: `reminded.${item.reminded}`, name: null }
  if (item.step) return { key: `process.${item.step}`, name: item.actorName }
  return { key: `event.${item.type}.${item.mine ? 'mine' : 'other'}`, name: item.actorName }
}

/** Somebody else's refusal to sign, as long as no new agreement has been sent to be signed after it. */
export function refusalIn(newestFirst: readonly HistoryItem[]): HistoryItem | undefined {
  const last = newestFirst.find(({ type, to }) => type === 'LEASING_AGREEMENT_REJECTED' || to === 'ALL_INFO_PROVIDED')
  return last?.type === 'LEASING_AGREEMENT_REJECTED' && !last.mine ? last : undefined
}
