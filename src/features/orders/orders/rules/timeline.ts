import { orderSteps } from './transition-table.ts'

const tellingSteps: ReadonlySet<string> = new Set(
  orderSteps.filter(({ showsReason }) => showsReason).map(({ number }) => number),
)

/**
 * Whether buyer and employer read the reason of an event. All other reasons are the staff's own: why an invoice
 * differs, why an order was set aside or stepped back.
 */
export function isReasonShared(event: { readonly type: string; readonly edge?: string | undefined }): boolean {
  return event.type === 'LEASING_AGREEMENT_REJECTED' || tellingSteps.has(event.edge ?? '')
}
