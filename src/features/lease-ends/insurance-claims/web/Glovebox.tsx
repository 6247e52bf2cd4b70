import { type ReactNode, useState } from 'react'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { StorePlace } from '#platform/web/parts/StorePlace.tsx'
import { navigate } from '#platform/web/router/history.ts'
import { Day } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { insuranceClaims, readsOfClaims } from '../contract.ts'

interface Props {
  order: OrderViewType
  /** Whether the bicycle can be claimed for now. */
  mayClaim: boolean
  photo?: ReactNode
  papers?: ReactNode
}

/** What one looks for when something is wrong: the bicycle's number, the shop that answers for it, the report of a theft. */
export function Glovebox({ order, mayClaim, photo, papers }: Props) {
  const t = useTexts('insurance-claims')
  const may = useMay()('insurance-claim:create')
  const { agreement, frameNumber, bikeStore, deliveryDay } = order
  return (
    <section className="card stack-md" aria-labelledby="glovebox">
      <h2 id="glovebox">{t('glovebox.title')}</h2>
      <Facts
        rows={[
          [t('glovebox.frame'), frameNumber && <b key="f">{frameNumber}</b>],
          [t('glovebox.handedOver'), deliveryDay && <Day key="d" day={deliveryDay} />],
        ]}
      />
      {may && mayClaim && agreement?.leaseState === 'ACTIVE' && (
        <Stolen leasingAgreementId={agreement.leasingAgreementId} beneficiaryEmployeeId={order.beneficiaryEmployeeId} />
      )}
      {photo}
      {bikeStore && (
        <>
          <p>{t('glovebox.warranty')}</p>
          <StorePlace {...bikeStore} />
        </>
      )}
      {papers}
    </section>
  )
}

/** A theft in two taps: what is known of it stands in the claim already. */
function Stolen(lease: { leasingAgreementId: string; beneficiaryEmployeeId: string }) {
  const t = useTexts('insurance-claims')
  const [isAsking, setAsking] = useState(false)
  const open = useApiAction(insuranceClaims.create, {
    refresh: readsOfClaims,
    onSuccess: ({ insuranceId }) => navigate(pageUrl('ownClaim', { claimId: insuranceId }, { day: serviceDay() })),
  })
  return (
    <>
      <div>
        <Button onClick={() => setAsking(true)}>{t('glovebox.stolen')}</Button>
      </div>
      <Dialog opened={isAsking} close={() => setAsking(false)} title={t('glovebox.stolenTitle')}>
        <div className="stack-md">
          <p>{t('glovebox.stolenText')}</p>
          <div>
            <PrimaryButton loading={open.isPending} onClick={() => open.mutate({ body: { ...lease, type: 'THEFT' } })}>
              {t('glovebox.report')}
            </PrimaryButton>
          </div>
        </div>
      </Dialog>
    </>
  )
}
