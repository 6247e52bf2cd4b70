import { proofs } from '#features/ground/identity-changes/proof-contract.ts'
import { type Answer, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { serviceNow } from '#platform/web/api/service-clock.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { signing } from '../contract.ts'
import { type Agreement, SignForm } from './SignForm.tsx'
import { VerifyProof } from './VerifyProof.tsx'

interface Props {
  readonly agreement: Agreement
  readonly done: () => void
}

/** What the employee confirms with comes first: a number or address is verified, then the code is asked for, then signed. */
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
  if (held.proofs.some(({ countsFrom }) => countsFrom <= now)) return <WithCode agreement={agreement} done={done} />
  const first = held.proofs.map(({ countsFrom }) => countsFrom).sort()[0]
  if (!first) return <VerifyProof phoneNumber={held.phoneNumber} personalEmail={held.personalEmail} />
  return (
    <Note kind="warn">
      {t('proof.waits')} <Instant at={first} />
    </Note>
  )
}

function WithCode({ agreement, done }: Props) {
  const t = useTexts('signing')
  const ask = useApiAction(signing.requestCode)
  const send = () =>
    ask.mutate({
      params: { id: agreement.leasingAgreementId },
      body: { version: agreement.version, documentSha256: agreement.documentSha256! },
    })
  if (!ask.data)
    return (
      <>
        <p className="t2">{t('proof.lead')}</p>
        <PrimaryButton fullWidth size="lg" loading={ask.isPending} onClick={send}>
          {t('proof.send')}
        </PrimaryButton>
      </>
    )
  return (
    <>
      <SignForm agreement={agreement} party="EMPLOYEE" done={done} codeSentTo={ask.data.hint} />
      <Button variant="subtle" loading={ask.isPending} onClick={send}>
        {t('proof.again')}
      </Button>
    </>
  )
}
