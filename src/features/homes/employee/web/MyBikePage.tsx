import { lazy, type ReactNode, useCallback, useState } from 'react'
import { orders } from '#features/orders/orders/contract.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import styles from '#features/orders/orders/web/Orders.module.css'
import { employees } from '#features/people/employees/contract.ts'
import type { OwnEmployment } from '#features/people/employees/shapes.ts'
import { type Answer, type Known, useApi } from '#platform/web/api/api.ts'
import { Loaded, type Loading } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { Application } from './Application.tsx'
import { type OfLease, OwnOrder } from './OwnOrder.tsx'
import { type Choice, choicesOf, mayStartAnother, type OrderRow } from './own-choices.ts'

const NoEmployment = lazy(() => import('./NoEmployment.tsx').then((m) => ({ default: m.NoEmployment })))
const OwnAbsences = lazy(() =>
  import('#features/people/employees/web/OwnAbsences.tsx').then((m) => ({ default: m.OwnAbsences })),
)
const OffersToMe = lazy(() =>
  import('#features/lease-ends/brokerage/web/OffersToMe.tsx').then((m) => ({ default: m.OffersToMe })),
)
const UrgentBills = lazy(() => import('./OwnBills.tsx').then((m) => ({ default: m.UrgentBills })))
const OtherBills = lazy(() => import('./OwnBills.tsx').then((m) => ({ default: m.OtherBills })))

interface Props {
  tasks?: ReactNode
  beforeStart?: OfLease
}

/** /mybike: one's own bike, from the application to the end of the lease. */
export function MyBikePage({ tasks, ...ofLease }: Props) {
  const t = useTexts('orders')
  const may = useMay()
  const mine = useApi(employees.mine, {})
  const [hasOffer, setOffer] = useState(false)
  const offered = useCallback(() => setOffer(true), [])
  usePageTitle(t('own.tab'))
  return (
    <>
      {may('user-payment:read') && (
        <OptionalBoundary>
          <UrgentBills />
        </OptionalBoundary>
      )}
      {may('brokerage:reserve') && (
        <OptionalBoundary>
          <OffersToMe found={offered} />
        </OptionalBoundary>
      )}
      <OwnOrders mine={mine} hasOffer={hasOffer} {...ofLease} />
      {mine.data?.items.some(hasReasonOfAbsence) && (
        <LaterPart>
          <OwnAbsences employments={mine.data.items.filter(hasReasonOfAbsence)} />
        </LaterPart>
      )}
      {tasks && <div className="wrap">{tasks}</div>}
      {may('user-payment:read') && (
        <OptionalBoundary>
          <OtherBills />
        </OptionalBoundary>
      )}
    </>
  )
}

/** The orders of one's employments, once both are known. */
function OwnOrders({
  mine,
  hasOffer,
  ...ofLease
}: { mine: Loading<Answer<typeof employees.mine>>; hasOffer: boolean } & Omit<Props, 'tasks'>) {
  const mayRead = useMay()('order:read')
  const own = useApi(orders.own, { enabled: mayRead })
  return (
    <Loaded from={mine}>
      {({ items }) =>
        mayRead ? (
          <Loaded from={own}>
            {({ items: rows, first }) => (
              <Choices
                employments={items}
                rows={rows}
                known={first && { data: first, at: own.dataUpdatedAt }}
                hasOffer={hasOffer}
                {...ofLease}
              />
            )}
          </Loaded>
        ) : (
          <Choices employments={items} rows={[]} known={null} hasOffer={hasOffer} />
        )
      }
    </Loaded>
  )
}

/** Few are away for a reason that their employer keeps. */
const hasReasonOfAbsence = ({ absence }: OwnEmployment) => absence?.hasReason === true

interface ChoicesProps {
  employments: readonly OwnEmployment[]
  rows: readonly OrderRow[]
  known: Known<OrderViewType> | null
  hasOffer: boolean
  beforeStart?: OfLease | undefined
}

function Choices({ employments, rows, known, hasOffer, beforeStart }: ChoicesProps) {
  const [at, setAt] = useAddressState()
  const choices = choicesOf(employments, rows)
  const chosen = choices.find(({ key }) => key === at.order) ?? choices[0]
  if (!chosen)
    return (
      <LaterPart>
        <NoEmployment />
      </LaterPart>
    )
  const show = (key: string) => setAt({ order: key, view: null })
  const switcher = choices.length > 1 && <Switcher choices={choices} chosen={chosen.key} show={show} />
  if (!chosen.row)
    return (
      <Application
        key={chosen.key}
        employment={chosen.employment}
        show={show}
        switcher={switcher}
        hasOffer={hasOffer}
      />
    )
  return (
    <OwnOrder
      key={chosen.key}
      row={chosen.row}
      known={known?.data.orderId === chosen.key ? known : undefined}
      employment={chosen.employment}
      mayStart={mayStartAnother(chosen.employment, rows)}
      beforeStart={beforeStart}
      show={show}
      switcher={switcher}
    />
  )
}

function Switcher({
  choices,
  chosen,
  show,
}: {
  choices: readonly Choice[]
  chosen: string
  show: (key: string) => void
}) {
  const t = useTexts('orders')
  const nameOf = ({ row, employment }: Choice) =>
    `${row ? (row.bike ?? row.orderNumber) : t('own.noOrder')} – ${employment.companyName}`
  return (
    <NativeSelect
      className={styles.switcher ?? ''}
      label={t('own.switch')}
      value={chosen}
      data={choices.map((choice) => ({ value: choice.key, label: nameOf(choice) }))}
      onChange={(event) => show(event.currentTarget.value)}
    />
  )
}
