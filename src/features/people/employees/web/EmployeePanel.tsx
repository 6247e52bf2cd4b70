import { Suspense, use, useState } from 'react'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import { type Day, NO_LAST_DAY } from '#platform/values/days.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Field, FieldRow } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { employees } from '../contract.ts'
import { absenceReasons } from '../rules.ts'
import type { Employee } from '../shapes.ts'
import { AbsenceReason } from './AbsenceReason.tsx'
import { EmployeeFields, initialOf } from './EmployeeFields.tsx'
import styles from './EmployerPage.module.css'
import type { CompanyChoice } from './employer-choices.ts'
import { LeavingContext } from './leaving-context.ts'
import { OrderPill } from './OrderPill.tsx'
import { Contact, nameOf } from './Remarks.tsx'
import { afterDecision } from './use-bulk.ts'

/** One person: orders, what the employer keeps, absence. */
export function EmployeePanel({ row, list }: { row: Employee; list: readonly CompanyChoice[] }) {
  const details = useApi(employees.details, { params: { id: row.beneficiaryEmployeeId } })
  return <Loaded from={details}>{({ employee }) => <Change employee={employee} list={list} />}</Loaded>
}

type AbsenceInput = { from?: string | null; to?: string | null; reason?: string | null; other?: string | null }

/** An absence of which nothing is filled in is none; of another reason it says which. */
function withAbsence(body: Record<string, unknown>) {
  const { from, to, reason, other } = (body.absence ?? {}) as AbsenceInput
  if (!(from || to || reason)) return { ...body, absence: null }
  return { ...body, absence: { from, to, reason: reason ?? undefined, other: reason === 'OTHER' ? other : undefined } }
}

function Change({ employee, list }: { employee: Employee; list: readonly CompanyChoice[] }) {
  const t = useTexts('employees')
  const may = useMay()
  const leaving = use(LeavingContext)
  const [lastDay, setLastDay] = useState<Day | null>(null)
  const isLeaving = employee.lastWorkingDayDate !== NO_LAST_DAY && may('life-event:read')
  const company = list.find(({ companyId }) => companyId === employee.companyId)
  return (
    <>
      <Contact employee={employee} />
      {employee.rejectReason && <Note kind="warn">{t('change.rejected', { reason: employee.rejectReason })}</Note>}
      <Orders orders={employee.orders ?? []} />
      {isLeaving && leaving && (
        <Suspense>
          <leaving.Card employeeId={employee.beneficiaryEmployeeId} day={employee.lastWorkingDayDate} />
        </Suspense>
      )}
      {may('life-event:read') && (
        <p>
          <a href={pageUrl('employerLifeEvent', {}, { employee: employee.beneficiaryEmployeeId })}>
            {t('change.lifeEvent')}
          </a>
        </p>
      )}
      <Form
        endpoint={employees.update}
        params={{ id: employee.beneficiaryEmployeeId }}
        initial={initialOf(employee)}
        also={{ version: employee.version }}
        toBody={withAbsence}
        submit={t('change.submit', { name: employee.systemUser.firstName })}
        refresh={afterDecision}
        onDone={() => showDone(t('change.done', { name: nameOf(employee) }))}
      >
        <EmployeeFields
          units={company?.units ?? []}
          companyMaxPrice={company?.maxPrice ?? null}
          onLastDay={setLastDay}
        />
        {lastDay && leaving && may('life-event:read') && (
          <Suspense>
            <leaving.Note employeeId={employee.beneficiaryEmployeeId} day={lastDay} />
          </Suspense>
        )}
        <AbsenceFields employee={employee} />
      </Form>
    </>
  )
}

function AbsenceFields({ employee }: { employee: Employee }) {
  const t = useTexts('employees')
  const may = useMay()
  const [isOther, setOther] = useState(false)
  return (
    <>
      <h3>{t('absence.title')}</h3>
      <FieldRow>
        <Field name="absence.from" kind="day" label={t('absence.from')} missing={t('absence.noFrom')} />
        <Field name="absence.to" kind="day" label={t('absence.to')} />
      </FieldRow>
      {employee.absence?.hasReason && <AbsenceReason employeeId={employee.beneficiaryEmployeeId} />}
      {may('employee:read-absence-reason') && (
        <Field
          name="absence.reason"
          kind="select"
          label={t('absence.reason')}
          placeholder={t(employee.absence?.hasReason ? 'absence.stays' : 'absence.none')}
          options={absenceReasons.map((value) => ({ value, label: t(`absence.${value}`) }))}
          onInput={(value) => setOther(value === 'OTHER')}
        />
      )}
      {may('employee:read-absence-reason') && isOther && <Field name="absence.other" label={t('absence.OTHER')} />}
    </>
  )
}

function Orders({ orders }: { orders: NonNullable<Employee['orders']> }) {
  const t = useTexts('employees')
  if (orders.length === 0) return <p className="sm muted">{t('orders.none')}</p>
  return (
    <ul className={styles.orders} aria-label={t('orders.title')}>
      {orders.map((order) => (
        <li key={order.orderId} className={styles.order}>
          <span>
            <Link className="n" to={pages.employerOrder} params={{ orderId: order.orderId }}>
              {order.orderNumber}
            </Link>{' '}
            <span className="sm t2">
              <Instant at={order.createdAt} dayOnly />
            </span>
          </span>
          <OrderPill order={order} />
        </li>
      ))}
    </ul>
  )
}
