import { useState } from 'react'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { navigate } from '#platform/web/router/history.ts'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { insuranceClaims, readsOfClaims } from '../contract.ts'
import { type ClaimType, claimTypes } from '../rules.ts'
import { ClaimState } from './ClaimState.tsx'

interface Props {
  leasingAgreementId: string
  beneficiaryEmployeeId: string
  /** The lease has ended in another way than by its term: nothing more can happen to the bicycle as a leased one. */
  isOverEarly: boolean
}

/** On one's own page: the claims of the bicycle, and the way to a new one. */
export function OwnClaims(props: Props) {
  const t = useTexts('insurance-claims')
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  const list = useApi(insuranceClaims.list, {
    query: { leasingAgreementId: props.leasingAgreementId, limit: 10 },
    enabled: may('insurance-claim:read'),
  })
  if (!list.data || (props.isOverEarly && list.data.items.length === 0)) return null
  return (
    <section className="card stack-md" aria-labelledby="own-claims">
      <h2 id="own-claims">{t('own.title')}</h2>
      {list.data.items.map((claim) => (
        <p key={claim.insuranceId} className="row">
          <Link to="/mybike/vahinko/$claimId" params={{ claimId: claim.insuranceId }}>
            {claim.type && t(`types.${claim.type}`)}
          </Link>
          <ClaimState step={claim.step} />
        </p>
      ))}
      {!props.isOverEarly && (
        <>
          <p>{t('own.lead')}</p>
          <div>
            <Button onClick={() => setAsking(true)}>{t('own.open')}</Button>
          </div>
        </>
      )}
      <Dialog opened={isAsking} close={() => setAsking(false)} title={t('own.open')}>
        <ChooseType {...props} />
      </Dialog>
    </section>
  )
}

function ChooseType({ leasingAgreementId, beneficiaryEmployeeId }: Omit<Props, 'isOverEarly'>) {
  const t = useTexts('insurance-claims')
  const [type, setType] = useState<ClaimType>('DAMAGE')
  const open = useApiAction(insuranceClaims.create, {
    refresh: readsOfClaims,
    onSuccess: ({ insuranceId }) => navigate(`/mybike/vahinko/${insuranceId}`),
  })
  return (
    <div className="stack-md">
      <NativeSelect
        label={t('own.type')}
        value={type}
        data={claimTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
        onChange={(event) => setType(event.currentTarget.value as ClaimType)}
      />
      <p>{t(`typeHints.${type}`)}</p>
      <p className="sm t2">{t('own.instalments')}</p>
      <PrimaryButton
        loading={open.isPending}
        onClick={() => open.mutate({ body: { beneficiaryEmployeeId, leasingAgreementId, type } })}
      >
        {t('own.start')}
      </PrimaryButton>
    </div>
  )
}
