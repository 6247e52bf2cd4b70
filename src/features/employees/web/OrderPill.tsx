import { ringPercent } from '#features/orders/rules/progress.ts'
import { waitingFor } from '#features/orders/rules/turns.ts'
import type { OrderStatus } from '#features/orders/rules.ts'
import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

const holders: Record<string, Holder> = {
  EMPLOYEE: 'employee',
  EMPLOYER: 'employer',
  STORE: 'store',
  STAFF: 'staff',
  LESSOR: 'lessor',
}
/** Who is awaited is told by the order's own page; the list knows the status alone. */
const unknown = {
  employeeSigned: true,
  employerSigned: false,
  isOnlineOrder: false,
  hasInvoice: false,
  hasOpenMoney: false,
  startBlock: null,
}

function holderOf(status: OrderStatus): Holder {
  if (status === 'ACTIVE_LEASING') return 'running'
  if (status === 'CASE_X' || status === 'CANCELLED') return 'trouble'
  return holders[waitingFor(status, unknown)[0] ?? ''] ?? 'none'
}

/** An order's status in the employer's words. */
export function OrderPill({ status }: { status: OrderStatus }) {
  const t = useTexts('employees')
  return (
    <StatusPill holder={holderOf(status)} percent={ringPercent(status)}>
      {t(`orderStatus.${status}`)}
    </StatusPill>
  )
}
