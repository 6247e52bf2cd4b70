import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LaterCancellation } from '#features/lease-ends/order-cancellations/web/LaterCancellation.tsx'
import { Documents } from '#features/leases/agreements/web/Documents.tsx'
import { orders } from '#features/orders/orders/contract.ts'
import { LaterHistory } from '#features/orders/orders/history/web/LaterHistory.tsx'
import { type Stage, stageOf } from '#features/orders/orders/rules/stage.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { bikeName } from '#features/orders/orders/web/bike-name.ts'
import { MoveButton } from '#features/orders/orders/web/MoveButton.tsx'
import styles from '#features/orders/orders/web/Orders.module.css'
import { PersonFacts } from '#features/orders/orders/web/PersonFacts.tsx'
import { EmployerCost } from '#features/orders/orders/web/price/EmployerCost.tsx'
import { Instalment } from '#features/orders/orders/web/price/Instalment.tsx'
import { LaterBuyOut } from '#features/orders/orders/web/price/LaterBuyOut.tsx'
import { PriceCard } from '#features/orders/orders/web/price/PriceCard.tsx'
import { isOnlineShop } from '#features/orders/orders/web/seller.ts'
import { StageHead } from '#features/orders/orders/web/stage/StageHead.tsx'
import { mayMove } from '#features/orders/orders/web/stage/stage.ts'
import { leaseStory } from '#features/story/lease-story/contract.ts'
import { useSituationWords } from '#features/story/lease-story/lease-of-others/web/words.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import { isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay, useUser } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { NotFoundPage } from '#platform/web/message-pages/message-pages.tsx'
import { Contact } from '#platform/web/parts/Contact.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useParams } from '#platform/web/router/location.ts'
import { useBrand } from '#platform/web/shell/brand.ts'
import { Day } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import './also-old.ts'

/** /tyonantaja/tilaus/{orderId}: an order as the employer sees it. */
export function EmployerOrderPage() {
  const { orderId = '' } = useParams()
  const found = useApi(orders.get, { params: { orderId }, refetchIntervalMs: 60_000 })
  if (isApiError(found.error, 'NOT_FOUND', 'VALIDATION')) return <NotFoundPage />
  return <Loaded from={found}>{(order) => <Whole order={order} />}</Loaded>
}

/** What the order costs, and what stands in the way of the employer's signature. */
function MainColumn({ order, isOwn }: { order: OrderViewType; isOwn: boolean }) {
  const t = useTexts('orders')
  const { priceCard, agreement } = order
  const stage = stageOf(order, 'EMPLOYER')
  const isClosed = stage === 'cancelled' || stage === 'refunded'
  return (
    <div className={styles.column}>
      <LaterCancellation order={order} part="state" />
      {stage === 'sign' && isOwn && <Note>{t('employer.ownOrder')}</Note>}
      {agreement && !agreement.hasSigner && stage === 'sign' && (
        <Note kind="warn">
          {t('employer.noSigner')} <Link to={pages.companySettings}>{t('employer.nameSigner')}</Link>
        </Note>
      )}
      {priceCard && !isClosed && <EmployerCost card={priceCard} />}
      {priceCard && (
        <PriceCard
          card={priceCard}
          viewer="EMPLOYER"
          title={t('employer.price')}
          bike={bikeName(order)}
          accessories={order.accessories.map((one) => one.name)}
          aside={
            <>
              {t('price.fixed')} <Day day={priceCard.day} />
            </>
          }
        />
      )}
      {priceCard && agreement && !isClosed && <LaterBuyOut order={order} card={priceCard} />}
    </div>
  )
}

function SideColumn({ order, person }: { order: OrderViewType; person: string }) {
  const t = useTexts('orders')
  return (
    <div className={styles.column}>
      <PersonFacts order={order} />
      <Documents order={order} />
      <LaterHistory orderId={order.orderId} />
      <Contact orderNumber={order.orderNumber} />
      <LaterCancellation order={order} part="ask" />
      {mayMove(order, 'CANCELLED') && (
        <div>
          <MoveButton
            order={order}
            to="CANCELLED"
            kind="danger"
            label={t('cancel.label')}
            title={t('employer.cancelTitle', { person, bike: bikeName(order) })}
            text={<p>{t('employer.cancelText', { person })}</p>}
            confirm={t('cancel.confirm')}
            cancel={t('cancel.keep')}
            done={t('cancel.done')}
          />
        </div>
      )}
    </div>
  )
}

/** The signature while it is wanted; of a lease what can be done when something changes. */
function Acts({ order, stage, maySign }: { order: OrderViewType; stage: Stage; maySign: boolean }): ReactNode {
  const t = useTexts('orders')
  const may = useMay()
  if (maySign)
    return (
      <PrimaryButton
        component={Link}
        to={pageUrl('employerSigning', { orderId: order.orderId })}
        size="lg"
        rightSection={<IconArrowRight size={18} aria-hidden="true" />}
      >
        {t('acts.sign')}
      </PrimaryButton>
    )
  if ((stage !== 'riding' && stage !== 'leaseSoon') || !may('life-event:read')) return null
  return (
    <Button component={Link} to={pageUrl('employerLifeEvent', {}, { employee: order.beneficiaryEmployeeId })}>
      {t('employer.lifeEvent')}
    </Button>
  )
}

/** What goes on with a lease, in the words of its story; null before there is a lease, or until it is known. */
function useLeaseWords({ agreement }: OrderViewType, stage: Stage) {
  const may = useMay()
  const words = useSituationWords()
  const isLease = (stage === 'riding' || stage === 'leaseOver') && agreement !== null
  const { data } = useApi(leaseStory.get, {
    params: { leasingAgreementId: agreement?.leasingAgreementId ?? '' },
    enabled: isLease && may('life-event:read'),
  })
  return data ? words(data) : null
}

function Whole({ order }: { order: OrderViewType }) {
  const t = useTexts('orders')
  const { name } = useBrand()
  const may = useMay()
  const user = useUser()
  const stage = stageOf(order, 'EMPLOYER')
  const { employee } = order
  const person = `${employee.firstName} ${employee.lastName}`
  const values = { person, bike: bikeName(order), store: order.bikeStore?.storeName, name }
  const isOwn = user?.workEmail === employee.workEmail
  const maySign = stage === 'sign' && may('agreement:sign-employer') && !isOwn
  const told = useLeaseWords(order, stage)
  return (
    <>
      <StageHead
        order={order}
        viewer="EMPLOYER"
        above={
          <p className={`sm ${styles.above}`}>
            <Link to={pages.employer} search={{ tab: 'manage' }}>
              {t('employer.back')}
            </Link>
          </p>
        }
        title={told?.title ?? t(`employer.${stage}.title`, values)}
        lead={
          <>
            {told?.lead ??
              t(
                stage === 'handover' && isOnlineShop(order) ? 'employer.handover.leadOnline' : `employer.${stage}.lead`,
                values,
              )}
            {stage === 'riding' && <Instalment order={order} />}
          </>
        }
        actions={<Acts order={order} stage={stage} maySign={maySign} />}
      />
      <div className={`wrap ${styles.columns}`}>
        <MainColumn order={order} isOwn={isOwn} />
        <SideColumn order={order} person={person} />
      </div>
    </>
  )
}
