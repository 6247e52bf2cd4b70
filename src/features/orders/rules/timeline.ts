/** Edges whose reason is said to the parties with the move itself: a returned agreement, an early cancellation. */
const toldEdges: ReadonlySet<string> = new Set(['O6', 'O20'])

/**
 * Whether buyer and employer read the reason of an event. All other reasons are the staff's own: why an invoice
 * differs, why an order was set aside or stepped back.
 */
export function isReasonShared(event: { readonly type: string; readonly edge?: string | undefined }): boolean {
  return event.type === 'LEASING_AGREEMENT_REJECTED' || toldEdges.has(event.edge ?? '')
}
