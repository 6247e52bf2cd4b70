import { IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Viewer } from '#features/orders/orders/rules/stage.ts'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { Day, Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from '../Orders.module.css'
import { Dial } from './Dial.tsx'
import { OrderPill } from './OrderPill.tsx'
import { OrderSteps } from './OrderSteps.tsx'
import { stepKeys, stepOf } from './stage.ts'

interface Props {
  order: OrderViewType
  viewer: Viewer
  title: string
  lead: ReactNode
  actions?: ReactNode
  above?: ReactNode
}

/** The head of an order's page: who holds it, the stage, the next act, and the way in six steps. */
export function StageHead({ order, viewer, title, lead, actions, above }: Props) {
  const t = useTexts('orders')
  usePageTitle(title)
  const step = stepOf(order)
  return (
    <div className={styles.top}>
      <div className="wrap">
        {above}
        <div className={styles.head}>
          <div>
            <p className={styles.pill}>
              <OrderPill order={order} viewer={viewer} />
            </p>
            <h1>{title}</h1>
            <p className={`lead ${styles.lead}`}>{lead}</p>
            {actions && <div className={styles.actions}>{actions}</div>}
            {step > 0 && order.waitingFor.length > 0 && (
              <p className={`sm t2 ${styles.due}`}>
                <IconClock size={16} stroke={1.75} aria-hidden="true" />
                <span>
                  {t('since')} <Instant at={order.waitingSince} dayOnly />
                  {order.dueDay && (
                    <span>
                      {' · '}
                      {t('due')} <Day day={order.dueDay} />
                    </span>
                  )}
                </span>
              </p>
            )}
          </div>
          {step > 0 && <Dial step={step} steps={stepKeys.length} />}
        </div>
        {step > 0 && step <= stepKeys.length && (
          <div className={styles.way}>
            <OrderSteps order={order} viewer={viewer} />
          </div>
        )}
      </div>
    </div>
  )
}
