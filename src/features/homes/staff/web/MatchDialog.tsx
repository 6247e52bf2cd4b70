import { invoices } from '#features/money/invoices/contract.ts'
import { AttachPdf } from '#features/money/invoices/web/AttachPdf.tsx'
import { EnterInvoice } from '#features/money/invoices/web/EnterInvoice.tsx'
import { ThreeWay } from '#features/money/invoices/web/ThreeWay.tsx'
import { type InvoiceRow, useStoreInvoices } from '#features/money/invoices/web/use-invoices.ts'
import { differenceCents, TOLERANCE } from '#features/orders/orders/desk/match.ts'
import { deskReads, renewsOrder } from '#features/orders/orders/desk/web/desk-reads.ts'
import { personOf } from '#features/orders/orders/desk/web/MoveDialog.tsx'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'

interface Props {
  order: OrderViewType
  close: () => void
}

/** From a paper on the desk to a matched invoice without leaving the dialog: enter, then check and match. */
export function MatchDialog({ order, close }: Props) {
  const t = useTexts('desk')
  const { read, compared } = useStoreInvoices(order)
  const values = { order: order.orderNumber, name: personOf(order) }
  return (
    <Dialog opened close={close} size="lg" title={t('match.title', values)}>
      <Loaded from={read}>
        {() =>
          compared ? (
            <div className="stack-md">
              <ThreeWay order={order} invoice={compared} />
              <AttachPdf invoice={compared} />
              <Match order={order} invoice={compared} close={close} />
            </div>
          ) : (
            <EnterInvoice order={order} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** What is wrong on an invoice that has only arrived is refused, so that the right one can be entered. */
function Refuse({ invoice }: { invoice: InvoiceRow }) {
  const t = useTexts('desk')
  const setStatus = useApiAction(invoices.setStatus, { refresh: deskReads })
  const body = { status: 'INVALIDATED', version: invoice.version } as const
  return (
    <Button
      data-act="danger"
      loading={setStatus.isPending}
      onClick={() => setStatus.mutate({ params: { id: invoice.invoiceId }, body })}
    >
      {t('match.invalidate')}
    </Button>
  )
}

function Match({ order, invoice, close }: Props & { invoice: InvoiceRow }) {
  const t = useTexts('desk')
  const may = useMay()
  const language = useLanguage()
  const difference = differenceCents(order.totalAmount, invoice.total)
  const needsReason = Math.abs(difference) > centsFromEuros(TOLERANCE)
  const amount = formatEuros(Math.abs(difference), language)
  // Whoever may not check one matches what somebody else has checked.
  const isNew = may('invoice:write') && invoice.status === 'RECEIVED'
  return (
    <Form
      endpoint={invoices.match}
      params={{ orderId: order.orderId }}
      also={{ invoiceId: invoice.invoiceId, version: order.version, ...(isNew ? { checked: true } : {}) }}
      submit={t(isNew ? 'match.submitChecked' : 'match.submit', { number: invoice.number, order: order.orderNumber })}
      refresh={deskReads}
      renews={renewsOrder(order)}
      beside={isNew && <Refuse invoice={invoice} />}
      onDone={(moved) => {
        close()
        showDone(t('move.done', { order: moved.orderNumber, status: t(`status.${moved.orderStatus}`) }))
      }}
    >
      {isNew && <p className="t2">{t('match.verifyText', { number: invoice.number })}</p>}
      {needsReason && <Note kind="warn">{t('match.needsReason', { amount })}</Note>}
      {needsReason && <Field name="reason" kind="textarea" label={t('match.reason')} required />}
    </Form>
  )
}
