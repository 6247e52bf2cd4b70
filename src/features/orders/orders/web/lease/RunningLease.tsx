import { IconCalendarPlus } from '@tabler/icons-react'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { saveFile } from '#platform/web/api/save-file.ts'
import { serviceNow } from '#platform/web/api/service-clock.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { bikeName } from '../bike-name.ts'
import styles from '../Orders.module.css'
import { Fact } from '../price/Fact.tsx'
import { instalmentNow } from '../price/instalment-now.ts'
import { calendarFile } from './lease-calendar.ts'

/** The last day of the lease as a file that every calendar takes. */
function CalendarButton({ order, endDay }: { order: OrderViewType; endDay: string }) {
  const t = useTexts('orders')
  const save = () => {
    const file = calendarFile({
      uid: `${order.orderId}@${window.location.hostname}`,
      writtenAt: new Date(serviceNow()).toISOString(),
      day: endDay,
      title: t('lease.calendarTitle', { bike: bikeName(order) }),
      text: t('lease.calendarText'),
    })
    saveFile(new Blob([file], { type: 'text/calendar' }), 'leasing.ics')
  }
  return (
    <Button
      variant="subtle"
      className={styles.more ?? ''}
      leftSection={<IconCalendarPlus size={18} stroke={1.75} aria-hidden="true" />}
      onClick={save}
    >
      {t('lease.calendar')}
    </Button>
  )
}

/** The facts of a lease that runs or has run. */
export function RunningLease({ order }: { order: OrderViewType }) {
  const t = useTexts('orders')
  const { agreement, priceCard } = order
  const endDay = agreement?.endsOn ?? agreement?.endDay
  const monthly = agreement?.instalment ?? priceCard?.instalment
  const instalment = instalmentNow(order)
  return (
    <section className="card">
      <h2>{t('lease.title')}</h2>
      <dl className={styles.facts}>
        {instalment && (
          <Fact name={t('lease.instalment')}>
            {instalment.number}/{instalment.count}
          </Fact>
        )}
        {monthly !== undefined && (
          <Fact name={t('lease.monthly')}>
            <Money euros={monthly} />
          </Fact>
        )}
        {instalment?.next && (
          <Fact name={t('lease.next')}>
            <Day day={instalment.next} />
          </Fact>
        )}
        <Fact name={t('lease.started')}>
          <Day day={agreement?.startDay ?? order.startDay} />
        </Fact>
        <Fact name={t(agreement?.leaseState === 'ENDED' ? 'lease.ended' : 'lease.end')}>
          <Day day={endDay} />
        </Fact>
        <Fact name={t('lease.frame')}>{order.frameNumber ?? '–'}</Fact>
        <Fact name={t('lease.lessor')}>{agreement?.leasingCompany ?? '–'}</Fact>
      </dl>
      {instalment && endDay && <CalendarButton order={order} endDay={endDay} />}
    </section>
  )
}
