import { IconFileText } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { terms } from '#features/ground/terms/contract.ts'
import { agreements } from '#features/leases/agreements/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { BeingMade } from '#platform/web/parts/BeingMade.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Day, Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Documents.module.css'

function Row({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <li>
      <IconFileText size={20} stroke={1.75} aria-hidden="true" />
      {children}
      {aside && <span className="n muted sm">{aside}</span>}
    </li>
  )
}

/** The papers of an order: each one that exists, with its date or what is to be done with it. */
export function Documents({ order }: { order: OrderViewType }) {
  const t = useTexts('orders')
  const [reading, setReading] = useState(false)
  const { agreement, priceCard, policy, orderId } = order
  const hasCertificate = order.deliveryDay !== null && order.frameNumber !== null
  if (!agreement && !priceCard && !policy) return null
  return (
    <section>
      <h2>{t('documents.title')}</h2>
      <ul className={styles.list}>
        {agreement && <Agreement agreement={agreement} />}
        {agreement?.status === 'SIGNED' && <Annexes leasingAgreementId={agreement.leasingAgreementId} />}
        {priceCard && (
          <Row aside={<Day day={priceCard.day} />}>
            <a href={fileUrl(orders.buyOutTable, { orderId })}>{t('documents.buyOut')}</a>
          </Row>
        )}
        {hasCertificate && (
          <Row aside={<Day day={order.deliveryDay} />}>
            {order.documentsBeingMade.includes('CERTIFICATE') ? (
              <BeingMade refresh={orders.get}>{t('documents.certificateMaking')}</BeingMade>
            ) : (
              <a href={fileUrl(orders.certificate, { orderId })}>{t('documents.certificate')}</a>
            )}
          </Row>
        )}
        {policy && (
          <Row aside={order.policyAcceptedAt && <Instant at={order.policyAcceptedAt} dayOnly />}>
            <button type="button" className={styles.linkButton} onClick={() => setReading(true)}>
              {t('documents.policy')}
            </button>
          </Row>
        )}
        {order.insuranceTerms && (
          <Row aside={order.insuranceAcceptedAt && <Instant at={order.insuranceAcceptedAt} dayOnly />}>
            <a href={fileUrl(terms.file, { id: order.insuranceTerms.termsId })}>
              {t('answers.termsVersion', order.insuranceTerms)}
            </a>
          </Row>
        )}
      </ul>
      {policy && (
        <Dialog opened={reading} close={() => setReading(false)} title={t('documents.policy')} size="40rem">
          <p style={{ whiteSpace: 'pre-line' }}>{policy.body}</p>
        </Dialog>
      )}
    </section>
  )
}

/** What has been added to a signed agreement, such as a changed payment, and the proof of its signing. */
function Annexes({ leasingAgreementId }: { leasingAgreementId: string }) {
  const t = useTexts('orders')
  const { data } = useApi(agreements.documents, { query: { leasingAgreementId, limit: 50 } })
  const hasReceipt = data?.data.some((document) => document.kind === 'AGREEMENT' && document.hasReceipt)
  const others = data?.data
    .filter(({ kind, hasFile }) => kind === 'OTHER' && hasFile)
    .map(({ signedDocumentId, title, createdAt }) => (
      <Row key={signedDocumentId} aside={<Instant at={createdAt} dayOnly />}>
        <a href={fileUrl(agreements.file, { id: signedDocumentId })}>{title}</a>
      </Row>
    ))
  return (
    <>
      {hasReceipt && (
        <Row>
          <a href={fileUrl(agreements.receipt, { id: leasingAgreementId })}>{t('documents.receipt')}</a>
        </Row>
      )}
      {others}
    </>
  )
}

function Agreement({ agreement }: { agreement: NonNullable<OrderViewType['agreement']> }) {
  const t = useTexts('orders')
  const signed = agreement.status === 'SIGNED'
  const signedAt = [agreement.employeeSignedAt, agreement.employerSignedAt].filter(Boolean).toSorted().at(-1)
  return (
    <Row aside={signed && <Instant at={signedAt} dayOnly />}>
      <a
        href={fileUrl(agreements.document, { id: agreement.leasingAgreementId }, { inline: true })}
        target="_blank"
        rel="noreferrer"
      >
        {t('documents.agreement', { number: agreement.agreementNumber })}
        <span className="vh"> {t('documents.newTab')}</span>
      </a>
      {!signed && <StatusPill holder="employee">{t('documents.toSign')}</StatusPill>}
    </Row>
  )
}
