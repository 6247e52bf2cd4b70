import type { invoices } from '#features/money/invoices/contract.ts'
import type { InvoiceStatus } from '#features/money/invoices/rules.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

export type Invoice = ReplyOf<typeof invoices.list>['items'][number]
export type InvoiceDetails = ReplyOf<typeof invoices.get>

const settled: readonly InvoiceStatus[] = ['PAID', 'MARKED_PAID', 'SENT', 'INVOICED', 'STARTED']
/** Statuses in which our own invoice waits for its payer while something of it is open. */
const withPayer: readonly InvoiceStatus[] = ['SENT', 'PARTLY_PAID']
const payers: Record<Invoice['party'], Holder> = {
  PERSON: 'employee',
  EMPLOYER: 'employer',
  LESSOR: 'lessor',
  STORE: 'store',
  OUTSIDE: 'employer',
}
/** Statuses in which an invoice has failed or been left; a step that leads there is confirmed as dangerous. */
export const failed: readonly InvoiceStatus[] = [
  'PAYMENT_DENIED',
  'INVALIDATED',
  'DELETED',
  'OVERRIDDEN',
  'PAYMENT_TRANSACTION_REMOVED',
]

type StateFields = 'status' | 'settlement' | 'direction' | 'party' | 'isDisputed'

/** An invoice's status, or how it is settled where that says more: disputed, overdue, credited, to be repaid. */
export function InvoiceState({ invoice }: { invoice: Pick<Invoice, StateFields> }) {
  const t = useTexts('invoices')
  const { status, settlement, isDisputed } = invoice
  if (isDisputed && (settlement === 'OPEN' || settlement === 'OVERDUE'))
    return <StatusPill holder="staff">{t('panel.disputed')}</StatusPill>
  if (settlement === 'OVERDUE' || settlement === 'TO_REPAY')
    return <StatusPill holder="trouble">{t(`settlements.${settlement}`)}</StatusPill>
  if (settlement === 'CREDITED' || settlement === 'WRITTEN_OFF')
    return <StatusPill holder="running">{t(`settlements.${settlement}`)}</StatusPill>
  return <StatusPill holder={holderOf(invoice)}>{t(`statuses.${status}`)}</StatusPill>
}

function holderOf({ status, settlement, direction, party }: Pick<Invoice, StateFields>): Holder {
  if (direction === 'SALES' && settlement === 'OPEN' && withPayer.includes(status)) return payers[party]
  if (settled.includes(status)) return 'running'
  return failed.includes(status) ? 'trouble' : 'staff'
}
