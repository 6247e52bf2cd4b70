import { orders } from '#features/orders/orders/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { inFours } from '#platform/values/in-fours.ts'
import { present } from '#platform/values/present.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { pickFrom } from '#platform/web/form/Picker.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { eInvoices } from '../contract.ts'

export type Received = ReplyOf<typeof eInvoices.received>['items'][number]

const refresh = [eInvoices.received, eInvoices.get]

interface PanelProps {
  row: Received
  close: () => void
}

/** One arrived e-invoice, to be entered for its order or put aside. */
export function ReceivedPanel({ row, close }: PanelProps) {
  const t = useTexts('e-invoices')
  const may = useMay()
  const read = useApi(eInvoices.get, { params: { id: row.receivedId } })
  return (
    <Loaded from={read}>
      {(invoice) => (
        <div className="stack-lg">
          <Facts
            rows={[
              [t('received.number'), invoice.number],
              [t('received.total'), <Money key="total" euros={invoice.total} />],
              [t('received.issueDay'), <Day key="issue" day={invoice.issueDay} />],
              [t('received.dueDay'), <Day key="due" day={invoice.dueDay} />],
              [t('received.iban'), invoice.iban && inFours(invoice.iban)],
              [t('received.reference'), invoice.referenceNumber],
              [t('received.credits'), invoice.isCreditNote && (invoice.originalNumber ?? '–')],
              [t('received.reason'), invoice.reason],
            ]}
          />
          {invoice.remarks.map((remark) => (
            <Note key={remark} kind="warn">
              {t(`received.remarks.${remark}`)}
            </Note>
          ))}
          <section className="stack-md">
            <h3>{t('received.lines')}</h3>
            <ul className="sm">
              {invoice.lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document never move
                <li key={index}>
                  {line.description} {line.net !== null && <Money euros={line.net} />}
                </li>
              ))}
            </ul>
          </section>
          {row.state === 'WAITING' && may('e-invoice:receive') && <Decide row={row} close={close} />}
        </div>
      )}
    </Loaded>
  )
}

function RefuseForm({ row, close }: PanelProps) {
  const t = useTexts('e-invoices')
  const params = { id: row.receivedId }
  return (
    <Form
      endpoint={eInvoices.refuse}
      params={params}
      also={{ version: row.version }}
      submit={t('received.refuse')}
      plain
      refresh={refresh}
      onDone={() => {
        close()
        showDone(t('received.refused'))
      }}
    >
      <Field name="reason" kind="textarea" label={t('received.refuseReason')} />
    </Form>
  )
}

function Decide({ row, close }: PanelProps) {
  const t = useTexts('e-invoices')
  const done = () => {
    close()
    showDone(t('received.entered', { number: row.number }))
  }
  return (
    <>
      {row.proposalProblem && (
        <Note kind="warn">
          {t(`received.problems.${row.proposalProblem}`, { order: row.proposedOrderNumber, other: row.otherNumber })}
        </Note>
      )}
      {row.proposedOrderNumber && !row.proposalProblem && <EnterProposed row={row} done={done} />}
      <EnterOther row={row} done={done} />
      <RefuseForm row={row} close={close} />
    </>
  )
}

interface EnterProps {
  row: Received
  done: () => void
}

function EnterProposed({ row, done }: EnterProps) {
  const t = useTexts('e-invoices')
  const enter = useApiAction(eInvoices.enter, { refresh, onSuccess: done })
  const body = { version: row.version, orderId: present(row.proposedOrderId) }
  return (
    <div className="stack-md">
      <PrimaryButton loading={enter.isPending} onClick={() => enter.mutate({ params: { id: row.receivedId }, body })}>
        {t('received.enter', { order: row.proposedOrderNumber })}
      </PrimaryButton>
      <p className="sm t2">{row.proposedBy && t(`grounds.${row.proposedBy}`)}</p>
    </div>
  )
}

function EnterOther({ row, done }: EnterProps) {
  const t = useTexts('e-invoices')
  const source = pickFrom(
    orders.list,
    (reply) => reply.items.map((one) => ({ value: one.orderId, label: `${one.orderNumber} ${one.employeeName}` })),
    { search: 'search', query: row.bikeStoreId ? { bikeStoreId: row.bikeStoreId } : { hasStore: true } },
  )
  return (
    <section className="stack-md">
      <h3>{t('received.enterTitle')}</h3>
      <Form
        endpoint={eInvoices.enter}
        params={{ id: row.receivedId }}
        also={{ version: row.version }}
        submit={t('received.enterOther')}
        plain
        refresh={refresh}
        onDone={done}
      >
        <Field
          name="orderId"
          kind="picker"
          label={t('received.order')}
          hint={t('received.orderHint')}
          source={source}
        />
        <Field name="isBeside" kind="checkbox" label={t('received.beside')} />
      </Form>
    </section>
  )
}
