import type { Holder } from '#platform/web/parts/StatusPill.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { RedemptionState as State } from '../rules.ts'

const holders: Record<State, Holder> = {
  STARTED: 'employee',
  OFFERED: 'employee',
  ACCEPTED: 'staff',
  USER_PAYMENT_SENT: 'employee',
  USER_PAYMENT_PAID: 'staff',
  LESSOR_INVOICE_SENT: 'staff',
  DONE: 'running',
  CANCELLED: 'trouble',
  WITHDRAWN: 'trouble',
}

export function RedemptionState({ step }: { step: State }) {
  const t = useTexts('redemptions')
  return <StatusPill holder={holders[step]}>{t(`states.${step}`)}</StatusPill>
}
