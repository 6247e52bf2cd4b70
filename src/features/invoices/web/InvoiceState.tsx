import type { invoices } from '#features/invoices/contract.ts'
import type { InvoiceStatus } from '#features/invoices/rules.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

export type Invoice = ReplyOf<typeof invoices.list>['items'][number]
export type InvoiceDetails = ReplyOf<typeof invoices.get>

const settled: readonly InvoiceStatus[] = ['PAID', 'MARKED_PAID', 'SENT', 'INVOICED', 'STARTED']
/** Statuses in which an invoice has failed or been left; a step that leads there is confirmed as dangerous. */
export const failed: readonly InvoiceStatus[] = [
  'PAYMENT_DENIED',
  'INVALIDATED',
  'DELETED',
  'OVERRIDDEN',
  'PAYMENT_TRANSACTION_REMOVED',
]

/** An invoice's status, or how it is settled where that says more: overdue, credited, to be repaid. */
export function InvoiceState({ invoice }: { invoice: Pick<Invoice, 'status' | 'settlement'> }) {
  const t = useTexts('invoices')
  const { status, settlement } = invoice
  if (settlement === 'OVERDUE' || settlement === 'TO_REPAY')
    return <StatusPill holder="trouble">{t(`settlements.${settlement}`)}</StatusPill>
  if (settlement === 'CREDITED' || settlement === 'WRITTEN_OFF')
    return <StatusPill holder="running">{t(`settlements.${settlement}`)}</StatusPill>
  const holder: Holder = settled.includes(status) ? 'running' : failed.includes(status) ? 'trouble' : 'staff'
  return <StatusPill holder={holder}>{t(`statuses.${status}`)}</StatusPill>
}
