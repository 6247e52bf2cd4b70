import { proofs } from '#features/ground/identity-changes/proof-contract.ts'
import { type Answer, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { serviceNow } from '#platform/web/api/service-clock.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { OneSitting } from './OneSitting.tsx'
import type { Agreement } from './SignForm.tsx'
import { VerifyProof } from './VerifyProof.tsx'

interface Props {
  readonly agreement: Agreement
  readonly done: () => void
}

/** What the employee confirms with: password and code in one sitting, unless a number or address has to wait first. */
export function EmployeeSign(props: Props) {
  const state = useApi(proofs.own, {})
  return <Loaded from={state}>{(held) => <Confirmable held={held} {...props} />}</Loaded>
}

function Confirmable({ held, agreement, done }: Props & { held: Answer<typeof proofs.own> }) {
  const t = useTexts('signing')
  if (held.closedUntil)
    return (
      <Note kind="warn">
        {t('proof.closed')} <Instant at={held.closedUntil} />
      </Note>
    )
  const now = serviceNow().toISOString()
  const counts = held.proofs.some(({ countsFrom }) => countsFrom <= now)
  if (counts || !held.newOnesWait)
    return <OneSitting agreement={agreement} done={done} unproven={counts ? null : held} />
  const first = held.proofs.map(({ countsFrom }) => countsFrom).sort()[0]
  if (!first)
    return (
      <VerifyProof phoneNumber={held.phoneNumber} personalEmail={held.personalEmail} textsLeave={held.textsLeave} />
    )
  return (
    <Note kind="warn">
      {t('proof.waits')} <Instant at={first} />
    </Note>
  )
}
