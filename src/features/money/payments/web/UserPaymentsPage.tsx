import { employees } from '#features/people/employees/contract.ts'
import { employeeOptions } from '#features/people/employees/options.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pageUrl } from '#platform/contract/pages.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Instant, Money } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { payments } from '../contract.ts'
import type { UserPaymentState } from '../rules/user-payments.ts'
import { OnlineRefunds } from './OnlineRefunds.tsx'

const pickEmployee = pickFrom(employees.optimizedList, employeeOptions, { search: 'search' })

type Row = ReplyOf<typeof payments.optimized>['items'][number]

const holders: Record<UserPaymentState, Holder> = {
  DRAFT: 'staff',
  SENT: 'employee',
  OVERDUE: 'trouble',
  PAID: 'running',
  CREDITED: 'running',
}

/** /admin/kayttajamaksut: what people have been billed, and a bill for something that no process bills. */
export function UserPaymentsPage() {
  const t = useTexts('payments')
  const days = ['createdFrom', 'createdTo', 'sentFrom', 'sentTo', 'paidFrom', 'paidTo'] as const
  const day = (name: (typeof days)[number]) => ({ name, label: t(`filters.${name}`), kind: 'day' as const })
  return (
    <Register
      title={t('title')}
      from={payments.optimized}
      read={(reply) => ({ rows: reply.items, total: reply.totalCount, isEstimate: false })}
      paging={{ page: 'page', limit: 'pageSize', size: 10 }}
      rowKey={(row: Row) => row.userPaymentId}
      search={{ name: 'searchTerm', hint: t('search') }}
      filters={[
        {
          name: 'isUserPaymentDone',
          label: t('filters.done'),
          options: (['true', 'false'] as const).map((value) => ({ value, label: t(`filters.done_${value}`) })),
        },
        ...days.map(day),
      ]}
      columns={[
        { key: 'name', title: t('columns.name'), cell: (row) => row.employeeName },
        { key: 'what', inName: true, title: t('columns.what'), cell: (row) => row.description },
        { key: 'state', title: t('columns.state'), cell: (row) => <State row={row} /> },
        { key: 'due', sort: 'dueDay', title: t('columns.due'), cell: (row) => <Day day={row.dueDay} />, choice: true },
        {
          key: 'amount',
          sort: 'amount',
          title: t('columns.amount'),
          cell: (row) => <Money euros={row.amount} />,
          align: 'right',
        },
        { key: 'open', title: t('columns.open'), cell: (row) => <Money euros={row.open} />, align: 'right' },
      ]}
      panel={{
        title: (row) => row.employeeName,
        above: (row) => row.companyName,
        content: (row) => <Panel row={row} />,
      }}
      add={{ open: t('add.open'), title: t('add.title'), form: (done) => <NewPayment done={done} /> }}
      empty={{ text: t('empty') }}
    />
  )
}

function State({ row }: { row: Row }) {
  const t = useTexts('payments')
  return <StatusPill holder={holders[row.state]}>{t(`states.${row.state}`)}</StatusPill>
}

function Panel({ row }: { row: Row }) {
  const t = useTexts('payments')
  const may = useMay()
  const send = useApiAction(payments.send, {
    refresh: [payments.optimized],
    onSuccess: () => showDone(t('add.done')),
  })
  return (
    <div className="stack-md">
      <Facts
        rows={[
          [t('columns.state'), <State key="s" row={row} />],
          [t('columns.what'), row.description],
          [t('columns.number'), row.number],
          [t('columns.reference'), row.referenceNumber],
          [t('columns.amount'), <Money key="a" euros={row.amount} />],
          [t('columns.open'), <Money key="o" euros={row.open} />],
          [t('columns.created'), <Instant key="c" at={row.createdDate} />],
          [t('columns.sent'), row.sentDate && <Instant key="t" at={row.sentDate} />],
          [t('columns.due'), <Day key="d" day={row.dueDay} />],
          [t('columns.paid'), row.paidDate && <Day key="p" day={row.paidDate} />],
          [t('columns.method'), row.method && t(`methods.${row.method}`)],
        ]}
      />
      {row.number && may('invoice:read') && (
        <Link to={pageUrl('adminInvoices', {}, { open: row.invoiceId })}>
          {t('openInvoice', { number: row.number })}
        </Link>
      )}
      {row.method === 'PAYTRAIL' && may('payment:repay') && <OnlineRefunds invoiceId={row.invoiceId} />}
      {row.state === 'DRAFT' && may('invoice:write') && (
        <AskFirst
          act={t('add.submit')}
          reach={{ to: row.employeeName, euros: row.amount, count: t('add.one') }}
          look={{ 'data-act': 'primary' }}
          run={() => send.mutateAsync({ params: { id: row.invoiceId }, body: {} })}
        />
      )}
    </div>
  )
}

function NewPayment({ done }: { done: () => void }) {
  const t = useTexts('payments')
  return (
    <Form
      endpoint={payments.create}
      initial={{ hasVat: true }}
      submit={t('add.submit')}
      refresh={[payments.optimized]}
      onDone={() => {
        done()
        showDone(t('add.done'))
      }}
    >
      <Field name="beneficiaryEmployeeId" kind="picker" label={t('add.person')} source={pickEmployee} />
      <Field name="description" label={t('columns.what')} />
      <Field name="amount" kind="money" label={t('add.amount')} />
      <Field name="hasVat" kind="checkbox" label={t('add.hasVat')} />
      <Field name="dueDay" kind="day" label={t('columns.due')} hint={t('add.dueHint')} />
      <Field name="isDraft" kind="checkbox" label={t('add.isDraft')} />
    </Form>
  )
}
