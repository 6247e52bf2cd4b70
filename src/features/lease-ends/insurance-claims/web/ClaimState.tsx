import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { ClaimState as State } from '../rules.ts'

const holders: Record<State, Holder> = {
  OPEN: 'employee',
  PROOF_COMPLETE: 'staff',
  SENT_TO_INSURER: 'staff',
  INSURER_DECIDED: 'staff',
  AT_REPAIR: 'store',
  NEW_BIKE: 'employee',
  REPAIRED: 'none',
  REPLACED: 'none',
  LEASE_ENDED: 'none',
  DENIED: 'trouble',
  CANCELLED: 'none',
}

/** How far a claim is, in the colour of whoever holds it. */
export function ClaimState({ step }: { step: State }) {
  const t = useTexts('insurance-claims')
  return <StatusPill holder={holders[step]}>{t(`states.${step}`)}</StatusPill>
}
