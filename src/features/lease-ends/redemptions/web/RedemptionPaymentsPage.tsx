import { useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { Removal } from '#platform/web/table/Removal.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type RedemptionPaymentRow, redemptionPayments } from '../contract.ts'
import { type RedemptionPaymentStatus, redemptionPaymentStatuses } from '../rules.ts'

const holders: Record<RedemptionPaymentStatus, Holder> = {
  PENDING: 'staff',
  NOT_PAID: 'employee',
  PAID: 'running',
  COMPLETED: 'running',
  CANCELLED: 'trouble',
}
const refresh = [redemptionPayments.list, redemptionPayments.get]

function State({ status }: { status: RedemptionPaymentStatus }) {
  const t = useTexts('redemptions')
  return <StatusPill holder={holders[status]}>{t(`paymentStatuses.${status}`)}</StatusPill>
}

/** /admin/lunastusmaksut: the payments of redemptions, each following its one invoice. */
export function RedemptionPaymentsPage() {
  const t = useTexts('redemptions')
  return (
    <Register
      title={t('payments.title')}
      lead={t('payments.lead')}
      from={redemptionPayments.list}
      rowKey={(row: RedemptionPaymentRow) => row.id}
      search={{ name: 'search', hint: t('payments.search') }}
      filters={[
        {
          name: 'status',
          label: t('list.filterStatus'),
          options: redemptionPaymentStatuses.map((value) => ({ value, label: t(`paymentStatuses.${value}`) })),
        },
      ]}
      columns={[
        { key: 'people', title: t('payments.people'), cell: (row) => row.names || row.companyName },
        {
          key: 'company',
          sort: 'companyName',
          inName: true,
          title: t('columns.company'),
          cell: (row) => row.companyName,
        },
        { key: 'method', title: t('columns.method'), cell: (row) => t(`methods.${row.paymentMethod}`) },
        { key: 'state', title: t('columns.state'), cell: (row) => <State status={row.status} /> },
        { key: 'due', sort: 'dueDay', inName: true, title: t('panel.due'), cell: (row) => <Day day={row.dueDay} /> },
        {
          key: 'amount',
          sort: 'amount',
          title: t('panel.total'),
          cell: (row) => <Money euros={row.amount} />,
          align: 'right',
        },
      ]}
      panel={{
        byId: true,
        title: (row) => row.names || row.companyName,
        above: (row) => row.companyName,
        content: (row) => <Panel key={row.id} row={row} />,
      }}
      empty={{ text: t('payments.empty') }}
    />
  )
}

function Panel({ row }: { row: RedemptionPaymentRow }) {
  const t = useTexts('redemptions')
  const may = useMay()
  const send = useApiAction(redemptionPayments.update, { refresh, onSuccess: () => showDone(t('toasts.updated')) })
  const remove = useApiAction(redemptionPayments.remove, { refresh })
  const params = { id: row.id }
  return (
    <div className="stack-lg">
      <Facts
        rows={[
          [t('columns.state'), <State key="s" status={row.status} />],
          [t('columns.method'), t(`methods.${row.paymentMethod}`)],
          [t('panel.invoice'), row.invoiceNumber],
          [t('panel.total'), <Money key="a" euros={row.amount} />],
          [t('panel.open'), row.open !== null && <Money key="o" euros={row.open} />],
          [t('panel.due'), <Day key="d" day={row.dueDay} />],
          [t('payments.paidDay'), row.paidDay && <Day key="p" day={row.paidDay} />],
        ]}
      />
      {row.status === 'PENDING' && (
        <AskFirst
          act={t('payments.send')}
          reach={{
            to: row.paymentMethod === 'BATCH' ? row.companyName : row.names,
            euros: row.amount,
            count: t('payments.buyOuts', { count: row.bikeRedemptionIds.length }),
          }}
          look={{ 'data-act': 'primary' }}
          run={() => send.mutateAsync({ params, body: { status: 'NOT_PAID', version: row.version } })}
        />
      )}
      {row.status === 'NOT_PAID' && may('redemption-payment:write') && (
        <Form
          endpoint={redemptionPayments.update}
          params={params}
          also={{ status: 'PAID', version: row.version }}
          submit={t('payments.markPaid')}
          refresh={refresh}
          onDone={() => showDone(t('toasts.updated'))}
        >
          <Field name="paidDay" kind="day" label={t('payments.paidDay')} />
          <Field name="reason" kind="textarea" label={t('payments.reason')} />
        </Form>
      )}
      {row.status === 'PENDING' && may('redemption-payment:delete') && (
        <Removal
          ask={t('payments.remove')}
          title={t('payments.remove')}
          text={t('payments.lead')}
          remove={() => remove.mutateAsync({ params, query: { version: row.version } })}
        />
      )}
    </div>
  )
}
