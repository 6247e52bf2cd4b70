import type { ReplyOf } from '#platform/contract/contract.ts'
import { inFours } from '#platform/values/in-fours.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'
import { dropReasons, paymentOrderStates, removableStates } from '../rules.ts'
import { MakeFile } from './MakeFile.tsx'

/** Reasons that the service gives itself; others are written by people or banks. */
const ownReasons = new Set<string>(['BANK_REVERSAL', ...dropReasons])

type Order = ReplyOf<typeof banking.orders>['items'][number]

const holders = {
  ASKED: 'employee',
  TO_CONFIRM: 'staff',
  QUEUED: 'staff',
  SENT: 'none',
  PAID: 'running',
  REMOVED: 'none',
  REJECTED: 'trouble',
} as const
/** What a payment waits for where the payer's company has a word in it. */
const stateKey = ({ state, awaitsCompany }: Order) =>
  state === 'TO_CONFIRM' && awaitsCompany ? 'order.toApprove' : `orderStates.${state}`

const refresh = [banking.orders, banking.paymentFiles, banking.overpaid]

/** Payments that leave: queued, with the bank, paid or refused. */
export function OrdersTab() {
  const t = useTexts('banking')
  const may = useMay()
  return (
    <DataTable
      from={banking.orders}
      label={t('tabs.orders')}
      density="dense"
      rowKey={(row) => row.paymentOrderId}
      filters={[
        {
          name: 'state',
          label: t('order.state'),
          options: paymentOrderStates.map((value) => ({ value, label: t(`orderStates.${value}`) })),
        },
      ]}
      columns={[
        { key: 'payee', title: t('order.payee'), cell: (row) => row.payee },
        { key: 'kind', title: t('order.kind'), cell: (row) => t(`order.kinds.${row.kind}`) },
        { key: 'invoice', inName: true, title: t('order.invoice'), cell: (row) => row.invoiceNumber ?? '–' },
        { key: 'due', sort: 'dueDay', title: t('order.due'), cell: (row) => <Day day={row.dueDay} /> },
        {
          key: 'amount',
          sort: 'amount',
          inName: true,
          title: t('order.amount'),
          cell: (row) => <Money euros={row.amount} />,
          align: 'right',
        },
        {
          key: 'state',
          title: t('order.state'),
          cell: (row) => (
            <StatusPill holder={row.awaitsCompany ? 'employer' : holders[row.state]}>{t(stateKey(row))}</StatusPill>
          ),
        },
      ]}
      panel={{
        title: (row) => row.payee,
        content: (row, close) => <OrderPanel key={`${row.paymentOrderId}${row.version}`} row={row} close={close} />,
      }}
      controls={may('bank:pay') ? <MakeFile /> : null}
      empty={{ text: t('order.empty') }}
    />
  )
}

function OrderPanel({ row, close }: { row: Order; close: () => void }) {
  const t = useTexts('banking')
  const may = useMay()
  return (
    <div className="stack-lg">
      <Facts
        rows={[
          [t('order.kind'), t(`order.kinds.${row.kind}`)],
          [t('order.amount'), <Money key="amount" euros={row.amount} />],
          [t('entry.iban'), row.iban && inFours(row.iban)],
          [t('order.accountFrom'), row.iban && t(`order.accounts.${row.accountFrom}`)],
          [t('entry.reference'), row.reference],
          [t('order.invoice'), row.invoiceNumber],
          [
            t('match.asideReason'),
            row.reason && (ownReasons.has(row.reason) ? t(`order.reasons.${row.reason}`) : row.reason),
          ],
        ]}
      />
      {row.state === 'ASKED' && <p className="t2">{t('order.asked')}</p>}
      {row.awaitsCompany && <p className="t2">{t('order.awaitsCompany')}</p>}
      {may('bank:pay') && row.state === 'TO_CONFIRM' && !row.awaitsCompany && <ConfirmPayee row={row} close={close} />}
      {may('bank:pay') && removableStates.some((state) => state === row.state) && !row.paymentFileId && (
        <Form
          endpoint={banking.remove}
          params={{ id: row.paymentOrderId }}
          also={{ version: row.version }}
          submit={t('order.remove')}
          plain
          refresh={refresh}
          onDone={() => {
            close()
            showDone(t('order.removed'))
          }}
        >
          <Field name="reason" kind="textarea" label={t('order.removeReason')} />
        </Form>
      )}
    </div>
  )
}

function ConfirmPayee({ row, close }: { row: Order; close: () => void }) {
  const t = useTexts('banking')
  return (
    <Form
      endpoint={banking.confirmPayee}
      params={{ id: row.paymentOrderId }}
      also={{ version: row.version }}
      submit={t('order.confirm')}
      refresh={refresh}
      onDone={() => {
        close()
        showDone(t('order.confirmed'))
      }}
    >
      <p className="t2">{t('order.confirmText')}</p>
    </Form>
  )
}
