import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { BrokerageState } from '../rules.ts'

const holders: Record<BrokerageState, Holder> = {
  DRAFT: 'employee',
  REVIEW: 'staff',
  LISTED: 'none',
  RESERVED: 'employee',
  OFFERED: 'employee',
  TRANSFER: 'employer',
  BUYOUT: 'employer',
  BILLED: 'employer',
  DONE: 'none',
  WITHDRAWN: 'none',
  EXPIRED: 'none',
}

/** How far an offer is, in the colour of whoever holds it. */
export function OfferState({ step }: { step: BrokerageState }) {
  const t = useTexts('brokerage')
  return <StatusPill holder={holders[step]}>{t(`states.${step}`)}</StatusPill>
}
