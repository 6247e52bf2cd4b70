import type { Holder } from '#platform/web/parts/StatusPill.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { ReturnState as State } from '../rules.ts'

const holders: Record<State, Holder> = {
  REQUESTED: 'employer',
  APPROVED: 'employee',
  RECEIVED: 'staff',
  INSPECTED: 'staff',
  DONE: 'running',
  CANCELLED: 'trouble',
}

export function ReturnState({ step }: { step: State }) {
  const t = useTexts('returns')
  return <StatusPill holder={holders[step]}>{t(`states.${step}`)}</StatusPill>
}
