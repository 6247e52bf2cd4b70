import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { TOLERANCE } from './match.ts'

export const filePapers = ['AGREEMENT', 'INVOICE', 'DIFFERENCE', 'FRAME_NUMBER', 'DELIVERY_DAY', 'CERTIFICATE'] as const
export type FilePaper = (typeof filePapers)[number]

type Filed = Pick<OrderViewType, 'agreement' | 'invoice' | 'frameNumber' | 'deliveryDay' | 'allowedTransitions'>

/** The guards of billing that say the same about a paper. */
const guardsOf: Record<FilePaper, readonly string[]> = {
  AGREEMENT: ['AGREEMENT_NOT_SIGNED'],
  INVOICE: ['INVOICE_NOT_MATCHED', 'INVOICE_NOT_VERIFIED'],
  DIFFERENCE: ['INVOICE_DIFFERENCE_NEEDS_REASON'],
  FRAME_NUMBER: ['FRAME_NUMBER_MISSING', 'FRAME_NUMBER_TAKEN'],
  DELIVERY_DAY: ['DELIVERY_DAY_MISSING', 'DELIVERY_DAY_OUT_OF_RANGE'],
  CERTIFICATE: ['CERTIFICATE_MISSING'],
}

/**
 * What the lessor's file needs and whether it is there: the same conditions that billing asks, shown before anybody
 * tries. Once billing is near, what the server says is missing wins.
 */
export function fileCheck(order: Filed): { paper: FilePaper; present: boolean }[] {
  const { agreement, invoice, frameNumber, deliveryDay } = order
  const known: Record<FilePaper, boolean> = {
    AGREEMENT: agreement?.status === 'SIGNED',
    INVOICE: invoice !== null,
    DIFFERENCE: Math.abs(invoice?.difference ?? 0) <= TOLERANCE || Boolean(invoice?.differenceReason),
    FRAME_NUMBER: Boolean(frameNumber),
    DELIVERY_DAY: deliveryDay !== null,
    // The certificate is made in the same moment as both facts are known.
    CERTIFICATE: Boolean(frameNumber) && deliveryDay !== null,
  }
  const billing = order.allowedTransitions.find(({ to }) => to === 'GRENKE_INVOICE_SENT')
  const missing = (paper: FilePaper) => billing?.unmet.some((guard) => guardsOf[paper].includes(guard)) ?? false
  // Without an invoice there is no difference to speak of.
  const asked = filePapers.filter((paper) => paper !== 'DIFFERENCE' || invoice !== null)
  return asked.map((paper) => ({ paper, present: known[paper] && !missing(paper) }))
}
