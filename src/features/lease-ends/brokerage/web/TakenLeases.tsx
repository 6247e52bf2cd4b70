import { Fragment, type ReactNode } from 'react'
import { lifeEventCalls } from '#features/lease-ends/life-events/contract.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { brokerage } from '../contract.ts'

type Panels = (lease: {
  leasingAgreementId: string
  beneficiaryEmployeeId: string
  hasBegun: boolean
  isOver: boolean
  isOverEarly: boolean
  bike: string
}) => ReactNode

/** On one's own page: leases that one has taken over. They have no order of one's own. */
export function TakenLeases({ panels }: { panels: Panels }) {
  const found = useApi(brokerage.cases, { query: { step: 'DONE', limit: 20 } })
  const running = useApi(lifeEventCalls.leases, { query: {} })
  if (!found.data || !running.data) return null
  // What has been signed for is there before its first day; what a merger has brought has no offer.
  const signed = found.data.items.flatMap(({ newAgreementId, bike }) =>
    newAgreementId ? [{ leasingAgreementId: newAgreementId, bike }] : [],
  )
  const brought = running.data.items
    .filter(
      ({ isTakenOver, leasingAgreementId: id }) => isTakenOver && signed.every((one) => one.leasingAgreementId !== id),
    )
    .map(({ leasingAgreementId, agreementNumber, bike }) => ({ leasingAgreementId, bike: bike ?? agreementNumber }))
  return [...signed, ...brought].map((one) => (
    <Fragment key={one.leasingAgreementId}>
      <Taken {...one} panels={panels} />
    </Fragment>
  ))
}

function Taken({ bike, leasingAgreementId, panels }: { bike: string; leasingAgreementId: string; panels: Panels }) {
  const t = useTexts('brokerage')
  const { data } = useApi(agreements.get, { params: { id: leasingAgreementId } })
  if (!data || (data.leaseState === 'ENDED' && data.bikeAt !== 'EMPLOYEE')) return null
  const id = `taken-${leasingAgreementId}`
  return (
    <div className="stack-md">
      <section className="card stack-md" aria-labelledby={id}>
        <h2 id={id}>{bike}</h2>
        <p>{t(`own.taken.${data.leaseState}`)}</p>
        <Facts
          rows={[
            [t('columns.agreement'), data.agreementNumber],
            [t('columns.company'), data.companyName],
            [t('columns.lessor'), data.leasingCompany],
            [t('columns.leaseStart'), data.startDay && <Day key="s" day={data.startDay} />],
            [t('columns.leaseEnd'), data.endDay && <Day key="e" day={data.endDay} />],
            [t('columns.instalment'), <Money key="m" euros={data.instalment} />],
            [t('columns.residual'), <Money key="r" euros={data.residual} />],
            [t('columns.tax'), data.taxRegime && t(`taxes.${data.taxRegime}`)],
          ]}
        />
      </section>
      {panels({
        leasingAgreementId,
        beneficiaryEmployeeId: data.beneficiaryEmployeeId,
        hasBegun: data.leaseState !== 'NOT_STARTED',
        isOver: data.leaseState === 'ENDED',
        isOverEarly: data.leaseState === 'ENDED' && (data.endDay ?? '') > serviceDay(),
        bike,
      })}
    </div>
  )
}
