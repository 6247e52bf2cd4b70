import { lazy, type ReactNode } from 'react'
import { LaterCancellation } from '#features/lease-ends/order-cancellations/web/LaterCancellation.tsx'
import { Documents } from '#features/leases/agreements/web/Documents.tsx'
import { orders } from '#features/orders/orders/contract.ts'
import { useClerk } from '#features/orders/orders/counter/web/use-clerk.ts'
import { LaterHistory } from '#features/orders/orders/history/web/LaterHistory.tsx'
import { type Stage, stageOf } from '#features/orders/orders/rules/stage.ts'
import { mayReportDelivery } from '#features/orders/orders/rules.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { bikeName } from '#features/orders/orders/web/bike-name.ts'
import {
  AnswerForm,
  AnswersForm,
  DeliveryForm,
  PackageForm,
  useFormsOf,
} from '#features/orders/orders/web/forms/later-forms.ts'
import { Obstacles } from '#features/orders/orders/web/forms/Obstacles.tsx'
import { usePosterStore } from '#features/orders/orders/web/forms/use-poster-store.ts'
import { MoveButton } from '#features/orders/orders/web/MoveButton.tsx'
import styles from '#features/orders/orders/web/Orders.module.css'
import { OwnActions, StartOrder } from '#features/orders/orders/web/OwnActions.tsx'
import { Instalment } from '#features/orders/orders/web/price/Instalment.tsx'
import { LaterBuyOut } from '#features/orders/orders/web/price/LaterBuyOut.tsx'
import { storeOf } from '#features/orders/orders/web/seller.ts'
import { Lead } from '#features/orders/orders/web/stage/Lead.tsx'
import { StageHead } from '#features/orders/orders/web/stage/StageHead.tsx'
import { mayMove, obstaclesTo } from '#features/orders/orders/web/stage/stage.ts'
import type { OwnEmployment } from '#features/people/employees/shapes.ts'
import { leaseStory } from '#features/story/lease-story/contract.ts'
import { type Known, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Contact } from '#platform/web/parts/Contact.tsx'
import { Skeleton } from '#platform/web/parts/Skeleton.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import './also-old.ts'
import { LaterMessages } from './LaterMessages.tsx'
import { LeaseFolds } from './LeaseFolds.tsx'
import { LeaseHead } from './LeaseHead.tsx'
import type { OrderRow } from './own-choices.ts'
import { Price } from './Price.tsx'

const POLL_MS = 60_000

const ofOwnLease = () => import('./OwnLease.tsx')
const LeaseTiles = lazy(() => ofOwnLease().then((m) => ({ default: m.LeaseTiles })))
const LeaseParts = lazy(() => ofOwnLease().then((m) => ({ default: m.LeaseParts })))

const OwnGlovebox = lazy(() => import('./OwnGlovebox.tsx').then((m) => ({ default: m.OwnGlovebox })))
const BeforeChoice = lazy(() => import('./BeforeChoice.tsx').then((m) => ({ default: m.BeforeChoice })))
const SentBack = lazy(() =>
  import('#features/orders/orders/history/web/SentBack.tsx').then((m) => ({ default: m.SentBack })),
)
const SecurityCode = lazy(() =>
  import('#features/orders/orders/web/SecurityCode.tsx').then((m) => ({ default: m.SecurityCode })),
)
const CounterCode = lazy(() =>
  import('#features/orders/orders/counter/web/CounterCode.tsx').then((m) => ({ default: m.CounterCode })),
)

/** What other features show of a bicycle that has been handed over. */
export type OfLease = (lease: {
  leasingAgreementId: string
  beneficiaryEmployeeId: string
  /** The lease runs or has run; before that the bicycle has been handed over. */
  hasBegun: boolean
  /** The lease has ended, and before its own last day where it was not its term that ended it. */
  isOver: boolean
  isOverEarly: boolean
  bike: string
}) => ReactNode

/** Before the lease has begun its bicycle is there, and can be damaged. */
const ofLease = (order: OrderViewType, show: OfLease) =>
  order.agreement &&
  show({
    hasBegun: false,
    isOver: false,
    isOverEarly: false,
    leasingAgreementId: order.agreement.leasingAgreementId,
    beneficiaryEmployeeId: order.beneficiaryEmployeeId,
    bike: bikeName(order),
  })

interface Props {
  beforeStart?: OfLease | undefined
  row: OrderRow
  /** The order as it came with the list of one's own. */
  known?: Known<OrderViewType> | undefined
  employment: OwnEmployment
  /** Whether the policy leaves room for one more order. */
  mayStart: boolean
  show: (orderId: string) => void
  switcher: ReactNode
}

/** One order as its buyer sees it. */
export function OwnOrder(props: Props) {
  const { orderId, orderStatus } = props.row
  const found = useApi(orders.get, { params: { orderId }, refetchIntervalMs: POLL_MS, known: props.known })
  useFormsOf(orderStatus)
  return (
    <Loaded from={found}>
      {(order) => (isLease(order) ? <OwnLease {...props} order={order} /> : <BeforeLease {...props} order={order} />)}
    </Loaded>
  )
}

/** The lease runs, or has run: from then on its story tells what goes on. */
function isLease(order: OrderViewType): boolean {
  const stage = stageOf(order, 'EMPLOYEE')
  return order.agreement !== null && (stage === 'riding' || stage === 'leaseOver')
}

/** A bicycle on lease: what goes on in the head, what can be done, what is paid and what is left; the rest folded. */
function OwnLease({ order, employment, mayStart, show, switcher }: Props & { order: OrderViewType }) {
  const agreement = order.agreement!
  const { leasingAgreementId } = agreement
  const found = useApi(leaseStory.get, { params: { leasingAgreementId }, refetchIntervalMs: POLL_MS })
  const isOver = agreement.leaseState === 'ENDED'
  const lease = {
    leasingAgreementId,
    beneficiaryEmployeeId: order.beneficiaryEmployeeId,
    isOver,
    isOverEarly: isOver && (agreement.endDay ?? '') > serviceDay(),
    bike: bikeName(order),
  }
  const start = <StartOrder plain={!isOver} employeeId={employment.beneficiaryEmployeeId} opened={show} />
  return (
    <Loaded from={found}>
      {(story) => (
        <>
          <LeaseHead
            story={story}
            above={switcher}
            progress={<Instalment order={order} />}
            next={mayStart && isOver && start}
          />
          <OptionalBoundary>
            <LeaseTiles story={story} lease={lease} />
          </OptionalBoundary>
          <div className={`wrap ${styles.columns}`}>
            <div className={styles.column}>
              <LaterCancellation order={order} part="state" />
              <OptionalBoundary>
                <LeaseParts story={story} lease={lease} />
              </OptionalBoundary>
              <OptionalBoundary>
                <OwnGlovebox order={order} story={story} />
              </OptionalBoundary>
            </div>
            <div className={styles.column}>
              <div>
                <LeaseFolds order={order} />
              </div>
              {mayStart && !isOver && <div>{start}</div>}
              <Contact orderNumber={order.orderNumber} />
              <LaterCancellation order={order} part="ask" />
            </div>
          </div>
        </>
      )}
    </Loaded>
  )
}

function BeforeLease({ order, employment, mayStart, show, switcher, beforeStart }: Props & { order: OrderViewType }) {
  const t = useTexts('orders')
  const [at, setAt] = useAddressState()
  const stage = stageOf(order, 'EMPLOYEE')
  const isEditing = stage === 'choose' || (stage === 'answers' && at.view === 'pyora')
  const edit = () => setAt({ view: 'pyora' })
  const leave = () => setAt({ view: null })
  const onCode = useClerk(order, leave)
  const work = { order, stage, isEditing, beforeStart, leave, onCode }
  const isClosed = stage === 'cancelled' || stage === 'refunded'
  const startAgain = mayStart && isClosed
  return (
    <>
      <StageHead
        order={order}
        viewer="EMPLOYEE"
        above={switcher}
        title={t(`own.${isEditing ? 'choose' : stage}.title`, { bike: bikeName(order) })}
        lead={<Lead order={order} stage={isEditing ? 'choose' : stage} />}
        actions={
          startAgain ? (
            <StartOrder employeeId={employment.beneficiaryEmployeeId} opened={show} />
          ) : (
            !isEditing && <OwnActions order={order} stage={stage} edit={edit} />
          )
        }
      />
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.column}>{isClosed ? <Closed order={order} /> : <Work {...work} />}</div>
        <div className={styles.column}>
          {isEditing && (
            <OptionalBoundary>
              <BeforeChoice employeeId={order.beneficiaryEmployeeId} isWaiting={false} />
            </OptionalBoundary>
          )}
          <Beside order={order} isClosed={isClosed} />
          <CancelOrder order={order} />
        </div>
      </div>
    </>
  )
}

function Beside({ order, isClosed }: { order: OrderViewType; isClosed: boolean }) {
  return (
    <>
      <Documents order={order} />
      <LaterMessages />
      {!isClosed && <LaterHistory orderId={order.orderId} />}
      <Contact orderNumber={order.orderNumber} />
      <LaterCancellation order={order} part="ask" />
    </>
  )
}

interface WorkProps {
  order: OrderViewType
  stage: Stage
  isEditing: boolean
  leave: () => void
  onCode: (isShown: boolean) => void
  beforeStart?: OfLease | undefined
}

/** What became of an order that is over, and how it came to it. */
function Closed({ order }: { order: OrderViewType }) {
  return (
    <>
      <LaterCancellation order={order} part="state" />
      <LaterHistory orderId={order.orderId} />
    </>
  )
}

/** The buyer's work below why it has come back to them, where it has. */
function Work(props: WorkProps) {
  const { order, stage } = props
  return (
    <>
      <LaterCancellation order={order} part="state" />
      {(stage === 'choose' || stage === 'answers') && (
        <OptionalBoundary>
          <SentBack orderId={order.orderId} />
        </OptionalBoundary>
      )}
      <WorkNow {...props} />
    </>
  )
}

/** What stands in the way, and the form that is to be answered. */
function Asked({ order, stage }: Pick<WorkProps, 'order' | 'stage'>) {
  const { priceCard } = order
  return (
    <>
      {stage === 'question' && obstaclesTo(order, order.resumeStatus ?? order.orderStatus) && (
        <LaterPart>
          <AnswerForm order={order} />
        </LaterPart>
      )}
      {stage === 'confirm' && <Obstacles guards={obstaclesTo(order, 'CONFIRMED') ?? []} />}
      {stage === 'answers' && <Obstacles guards={obstaclesTo(order, 'ALL_INFO_PROVIDED') ?? []} />}
      {stage === 'answers' && priceCard && (
        <LaterPart>
          <AnswersForm order={order} card={priceCard} />
        </LaterPart>
      )}
    </>
  )
}

/** What the buyer works with now: forms while something is asked of them, else what it costs. */
function WorkNow({ order, stage, isEditing, leave, onCode, beforeStart }: WorkProps) {
  const { priceCard } = order
  if (isEditing) return <Choosing order={order} leave={leave} onCode={onCode} back={stage === 'answers'} />
  const reports = mayReportDelivery(order.orderStatus, order.resumeStatus) && stage !== 'leaseSoon'
  return (
    <>
      <Asked order={order} stage={stage} />
      {reports && stage === 'handover' && (
        <LaterPart>
          <DeliveryForm order={order} primary={!order.bikeStore?.bikeStoreId} />
        </LaterPart>
      )}
      {order.hasSecurityCode && stage !== 'leaseSoon' && (
        <LaterPart>
          <SecurityCode order={order} />
        </LaterPart>
      )}
      {reports && stage !== 'handover' && (
        <LaterPart>
          <DeliveryForm order={order} primary={false} />
        </LaterPart>
      )}
      {stage === 'leaseSoon' && beforeStart && ofLease(order, beforeStart)}
      {priceCard && <Price order={order} card={priceCard} />}
      {stage !== 'answers' && priceCard && order.agreement && <LaterBuyOut order={order} card={priceCard} />}
    </>
  )
}

interface ChoosingProps extends Pick<WorkProps, 'order' | 'leave' | 'onCode'> {
  back: boolean
}

function Choosing({ order, leave, onCode, back }: ChoosingProps) {
  const t = useTexts('orders')
  const target =
    order.orderStatus === 'NOT_STARTED' ? 'PENDING' : order.orderStatus === 'PENDING' ? 'PACKAGE_PROVIDED' : 'PENDING'
  const obstacles = obstaclesTo(order, target)
  const atPoster = usePosterStore(order)
  const store = storeOf(order) ?? atPoster
  if (store === undefined) return <Skeleton height="200px" />
  if (!obstacles) return <Obstacles guards={['NOT_YOURS']} />
  if (obstacles.length > 0) return <Obstacles guards={obstacles} />
  return (
    <section className={styles.work}>
      <h2 style={{ marginBottom: 'var(--s-5)' }}>{t('form.title')}</h2>
      <OptionalBoundary>
        <CounterCode order={order} store={store} onShown={onCode} />
      </OptionalBoundary>
      <LaterPart>
        <PackageForm
          order={order}
          store={store}
          done={leave}
          beside={
            back && (
              <Button variant="subtle" onClick={leave}>
                {t('form.keep')}
              </Button>
            )
          }
        />
      </LaterPart>
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
