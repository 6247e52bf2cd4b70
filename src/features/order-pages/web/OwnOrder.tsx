import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OwnEmployment } from '#features/employees/shapes.ts'
import { orders } from '#features/orders/contract.ts'
import { mayReportDelivery } from '#features/orders/rules.ts'
import type { OrderViewType } from '#features/orders/shapes.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { useBrand } from '#platform/web/shell/brand.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { AnswersForm } from './AnswersForm.tsx'
import { BuyOut } from './BuyOut.tsx'
import { bikeName } from './bike-name.ts'
import { Contact } from './Contact.tsx'
import { DeliveryForm } from './DeliveryForm.tsx'
import { Documents } from './Documents.tsx'
import { History } from './History.tsx'
import { Messages } from './Messages.tsx'
import { MoveButton } from './MoveButton.tsx'
import { Obstacles } from './Obstacles.tsx'
import styles from './Orders.module.css'
import { OwnActs, StartOrder } from './OwnActs.tsx'
import { PackageForm } from './PackageForm.tsx'
import { PriceCard } from './PriceCard.tsx'
import { RunningLease } from './RunningLease.tsx'
import { SecurityCode } from './SecurityCode.tsx'
import { SituationHead } from './SituationHead.tsx'
import { mayMove, obstaclesTo, type Situation, situationOf } from './situation.ts'

const POLL_MS = 60_000

interface Props {
  orderId: string
  employment: OwnEmployment
  /** Whether the policy leaves room for one more order. */
  mayStart: boolean
  show: (orderId: string) => void
  switcher: ReactNode
}

/** One order as its buyer sees it. */
export function OwnOrder(props: Props) {
  const found = useApi(orders.get, { params: { orderId: props.orderId }, refetchIntervalMs: POLL_MS })
  return <Loaded from={found}>{(order) => <Whole {...props} order={order} />}</Loaded>
}

function Whole({ order, employment, mayStart, show, switcher }: Props & { order: OrderViewType }) {
  const t = useTexts('orders')
  const [at, setAt] = useAddressState()
  const situation = situationOf(order, 'EMPLOYEE')
  const isEditing = situation === 'choose' || (situation === 'answers' && at.view === 'pyora')
  const edit = () => setAt({ view: 'pyora' })
  const isClosed = situation === 'cancelled' || situation === 'refunded'
  const startAgain = mayStart && (isClosed || situation === 'leaseOver')
  return (
    <>
      <SituationHead
        order={order}
        viewer="EMPLOYEE"
        above={switcher}
        title={t(`own.${isEditing ? 'choose' : situation}.title`, { bike: bikeName(order) })}
        lead={<Lead order={order} situation={isEditing ? 'choose' : situation} />}
        acts={
          startAgain ? (
            <StartOrder employeeId={employment.beneficiaryEmployeeId} opened={show} />
          ) : (
            !isEditing && <OwnActs order={order} situation={situation} edit={edit} />
          )
        }
      />
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.column}>
          {isClosed ? (
            <History orderId={order.orderId} />
          ) : (
            <Work order={order} situation={situation} isEditing={isEditing} leave={() => setAt({ view: null })} />
          )}
        </div>
        <div className={styles.column}>
          <Documents order={order} />
          <Messages />
          {!isClosed && <History orderId={order.orderId} />}
          <Contact orderNumber={order.orderNumber} />
          {mayStart && situation === 'riding' && (
            <div>
              <StartOrder plain employeeId={employment.beneficiaryEmployeeId} opened={show} />
            </div>
          )}
          <CancelOrder order={order} />
        </div>
      </div>
    </>
  )
}

function Lead({ order, situation }: { order: OrderViewType; situation: Situation }) {
  const t = useTexts('orders')
  const { name } = useBrand()
  const values = { bike: bikeName(order), company: order.companyName, store: order.bikeStore?.storeName, name }
  return (
    <>
      {t(`own.${situation}.lead`, values)}
      {situation === 'choose' && (
        <>
          {' '}
          <b>
            <Money euros={order.maxPrice} />
          </b>
          .
        </>
      )}
      {situation === 'leaseSoon' && order.startDay && (
        <>
          {' '}
          {t('own.leaseSoon.start')}{' '}
          <b>
            <Day day={order.startDay} />
          </b>
          .
        </>
      )}
      {situation === 'sign' && order.priceCard && (
        <>
          {' '}
          {t('own.sign.price')}{' '}
          <b>
            <Money euros={order.priceCard.instalment} />
          </b>
          .
        </>
      )}
    </>
  )
}

interface WorkProps {
  order: OrderViewType
  situation: Situation
  isEditing: boolean
  leave: () => void
}

/** What the buyer works with now: forms while something is asked of them, else what it costs. */
function Work({ order, situation, isEditing, leave }: WorkProps) {
  const t = useTexts('orders')
  const { priceCard } = order
  if (isEditing) return <Choosing order={order} leave={leave} back={situation === 'answers'} />
  const reports = mayReportDelivery(order.orderStatus, order.resumeStatus) && situation !== 'leaseSoon'
  return (
    <>
      {situation === 'question' && obstaclesTo(order, order.resumeStatus ?? order.orderStatus) && (
        <AnswerForm order={order} />
      )}
      {situation === 'confirm' && <Obstacles guards={obstaclesTo(order, 'CONFIRMED') ?? []} />}
      {situation === 'answers' && <Obstacles guards={obstaclesTo(order, 'ALL_INFO_PROVIDED') ?? []} />}
      {situation === 'answers' && priceCard && <AnswersForm order={order} card={priceCard} />}
      {order.securityCode && situation !== 'riding' && situation !== 'leaseSoon' && situation !== 'leaseOver' && (
        <SecurityCode code={order.securityCode} />
      )}
      {reports && <DeliveryForm order={order} primary={situation === 'handover'} />}
      {(situation === 'riding' || situation === 'leaseOver') && <RunningLease order={order} />}
      {situation === 'riding' && priceCard && <BuyOut order={order} card={priceCard} />}
      {priceCard && (
        <PriceCard
          card={priceCard}
          title={t('price.title')}
          bike={bikeName(order)}
          accessories={order.accessories.map(({ name }) => name)}
          aside={
            <>
              {t('price.fixed')} <Day day={priceCard.day} />
            </>
          }
        />
      )}
      {situation !== 'riding' && situation !== 'answers' && priceCard && order.agreement && (
        <BuyOut order={order} card={priceCard} />
      )}
    </>
  )
}

function Choosing({ order, leave, back }: { order: OrderViewType; leave: () => void; back: boolean }) {
  const t = useTexts('orders')
  const target =
    order.orderStatus === 'NOT_STARTED' ? 'PENDING' : order.orderStatus === 'PENDING' ? 'PACKAGE_PROVIDED' : 'PENDING'
  const obstacles = obstaclesTo(order, target)
  if (!obstacles) return <Obstacles guards={['NOT_YOURS']} />
  if (obstacles.length > 0) return <Obstacles guards={obstacles} />
  return (
    <section className={styles.work}>
      <h2 style={{ marginBottom: 'var(--s-5)' }}>{t('form.title')}</h2>
      <PackageForm
        order={order}
        done={leave}
        beside={
          back && (
            <Button variant="subtle" onClick={leave}>
              {t('form.keep')}
            </Button>
          )
        }
      />
    </section>
  )
}

function CancelOrder({ order }: { order: OrderViewType }) {
  const t = useTexts('orders')
  if (!mayMove(order, 'CANCELLED')) return null
  return (
    <div>
      <MoveButton
        order={order}
        to="CANCELLED"
        kind="danger"
        label={t('cancel.label')}
        title={t('cancel.title', { order: bikeName(order) })}
        text={<p>{t('cancel.text')}</p>}
        confirm={t('cancel.confirm')}
        cancel={t('cancel.keep')}
        done={t('cancel.done')}
      />
    </div>
  )
}
