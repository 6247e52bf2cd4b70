import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Awaited } from '#platform/web/parts/Awaited.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day } from '#platform/web/table/Amounts.tsx'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ClaimView, insuranceClaims, readsOfClaims } from '../contract.ts'
import { ClaimPhotos } from './ClaimPhotos.tsx'
import { ClaimState } from './ClaimState.tsx'
import { ClaimSteps } from './ClaimSteps.tsx'
import { Missing } from './Missing.tsx'
import { Movements } from './Movements.tsx'
import { Payments } from './Payments.tsx'
import { Receipt } from './Receipt.tsx'
import { Settlement } from './Settlement.tsx'

/** One claim as its reader may see it, with the steps that are theirs. */
export function ClaimPanel({ id, close }: { id: string; close: () => void }) {
  const found = useApi(insuranceClaims.get, { params: { id } })
  return <Loaded from={found}>{(claim) => <Whole claim={claim} close={close} />}</Loaded>
}

function Whole({ claim, close }: { claim: ClaimView; close: () => void }) {
  const t = useTexts('insurance-claims')
  return (
    <div className="stack-lg">
      {claim.hasPaidRedemption && <Note kind="warn">{t('panel.paidRedemption')}</Note>}
      {claim.step === 'CANCELLED' && claim.waitingFor.includes('STAFF') && (
        <Note kind="warn">{t('panel.tellInsurer')}</Note>
      )}
      <Facts
        rows={[
          [t('columns.state'), <ClaimState key="s" step={claim.step} />],
          [t('columns.awaited'), claim.waitingFor.map((who) => t(`awaited.${who}`)).join(', ')],
          [t('columns.type'), claim.type && t(`types.${claim.type}`)],
          [t('columns.agreement'), claim.agreementNumber],
          [t('panel.bike'), claim.bike],
          [t('columns.lease'), t(`leaseEffects.${claim.leaseEffect}`)],
          [t('panel.leaseEnds'), claim.leaseEndsOn && <Day key="e" day={claim.leaseEndsOn} />],
          [t('pieces.DAY'), claim.happenedDay && <Day key="d" day={claim.happenedDay} />],
          [t('pieces.PLACE'), claim.place],
          [t('pieces.DESCRIPTION'), claim.description],
          [t('pieces.POLICE_REPORT'), claim.policeReportNumber],
          [t('pieces.LOCK'), claim.lock],
          [t('pieces.THIRD_PARTY'), claim.thirdParty],
          [t('panel.waived'), claim.waivedPieces.map((piece) => t(`pieces.${piece}`)).join(', ')],
          [t('panel.reference'), claim.insurerReference],
          [t('steps.reasonOf.deny'), claim.denialReason],
          [t('steps.reasonOf.object'), claim.objection],
        ]}
      />
      <Awaited subjectId={claim.insuranceId} version={claim.version} />
      <Settlement claim={claim} />
      <Movements claim={claim} />
      <Payments claim={claim} />
      <Receipt claim={claim} />
      <Missing claim={claim} />
      <ClaimSteps claim={claim} />
      <ClaimPhotos claim={claim} mayChange={false} />
      <Remove claim={claim} close={close} />
    </div>
  )
}

function Remove({ claim, close }: { claim: ClaimView; close: () => void }) {
  const t = useTexts('insurance-claims')
  const may = useMay()
  const remove = useApiAction(insuranceClaims.remove, {
    refresh: readsOfClaims,
    onSuccess: () => {
      close()
      showDone(t('steps.removed'))
    },
  })
  if (!may('insurance-claim:delete') || claim.status !== 'PENDING') return null
  return (
    <Removal
      ask={t('steps.remove')}
      title={t('steps.remove')}
      text={t('steps.removeText')}
      remove={() => remove.mutateAsync({ params: { id: claim.insuranceId }, query: { version: claim.version } })}
    />
  )
}
