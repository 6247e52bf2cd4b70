import type { CancellationStatus } from '#features/lease-ends/order-cancellations/rules.ts'
import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

const holders: Record<CancellationStatus, Holder> = { PENDING: 'staff', COMPLETED: 'running', CANCELLED: 'running' }

/** Where a cancellation stands. */
export function CancellationState({ status }: { status: CancellationStatus }) {
  const t = useTexts('order-cancellations')
  return <StatusPill holder={holders[status]}>{t(`status.${status}`)}</StatusPill>
}
