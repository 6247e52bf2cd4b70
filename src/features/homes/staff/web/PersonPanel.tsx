import { useState } from 'react'
import styles from '#features/orders/orders/desk/web/Desk.module.css'
import type { Employee } from '#features/people/employees/shapes.ts'
import { Decision } from '#features/people/employees/web/Decision.tsx'
import { LastDay } from '#features/people/employees/web/LastDay.tsx'
import { pages } from '#platform/contract/pages.ts'
import { NO_LAST_DAY } from '#platform/values/days.ts'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { Facts, MailAddress } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Day, Instant } from '#platform/web/table/Amounts.tsx'
import { formatPhone } from '#platform/web/words/formats.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { OrderWork } from './OrderWork.tsx'

/** A person of the list: who they are, and the work on their order. */
export function PersonPanel({ person }: { person: Employee }) {
  const t = useTexts('desk')
  const orders = person.orders ?? []
  const [chosen, setChosen] = useState(orders[0]?.orderId)
  const orderId = orders.some((order) => order.orderId === chosen) ? chosen : orders[0]?.orderId
  return (
    <div className={styles.work}>
      {person.status === 'PENDING' && (
        <>
          <Note>
            {t('person.pending')} <Instant at={person.createdAt} dayOnly />.
          </Note>
          <Decision person={person} />
        </>
      )}
      {person.status === 'REJECTED' && <Note kind="danger">{person.rejectReason || t('person.rejected')}</Note>}
      {person.status === 'ACCEPTED' && orders.length === 0 && <Note>{t('person.noOrder')}</Note>}
      {orders.length > 1 && (
        <NativeSelect
          label={t('person.orders', { count: orders.length })}
          value={orderId ?? ''}
          data={orders.map((order) => ({
            value: order.orderId,
            label: `${order.orderNumber}, ${t(`status.${order.orderStatus}`)}`,
          }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
      {orderId && <OrderWork key={orderId} orderId={orderId} narrow />}
      <Person person={person} />
    </div>
  )
}

function Person({ person }: { person: Employee }) {
  const t = useTexts('desk')
  const places = useTexts('places')
  const { systemUser: user } = person
  const rows: [string, React.ReactNode][] = [
    [t('person.email'), <MailAddress key="m" address={user.workEmail} />],
    [t('person.phone'), user.phoneNumber && formatPhone(user.phoneNumber)],
    [t('person.number'), person.employeeNumber],
    [t('person.unit'), person.unitName],
    [t('person.costUnit'), person.costUnit],
    [
      t('person.lastDay'),
      person.lastWorkingDayDate === NO_LAST_DAY ? null : <Day key="d" day={person.lastWorkingDayDate} />,
    ],
    [t('person.employment'), t(`employment.${person.employment}`)],
    [t('person.note'), person.employerNote],
  ]
  return (
    <section>
      <h3>{t('person.title')}</h3>
      <div className="stack-sm">
        <Facts rows={rows} />
        <p className="sm">
          <Link to={pages.adminPerson} params={{ userId: person.userId }}>
            {places('person.open')}
          </Link>
        </p>
      </div>
      <LastDay person={person} />
    </section>
  )
}
