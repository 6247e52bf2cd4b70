import { invoices } from '#features/money/invoices/contract.ts'
import { AttachPdf } from '#features/money/invoices/web/AttachPdf.tsx'
import { EnterInvoice } from '#features/money/invoices/web/EnterInvoice.tsx'
import { ThreeWay } from '#features/money/invoices/web/ThreeWay.tsx'
import { type InvoiceRow, useStoreInvoices } from '#features/money/invoices/web/use-invoices.ts'
import { differenceCents, TOLERANCE } from '#features/orders/orders/desk/match.ts'
import { deskReads } from '#features/orders/orders/desk/web/desk-reads.ts'
import { personOf } from '#features/orders/orders/desk/web/MoveDialog.tsx'
import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'

interface Props {
  order: OrderViewType
  close: () => void
}

/** From a paper on the desk to a matched invoice without leaving the dialog: enter, check, match. */
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
              {compared.status === 'RECEIVED' ? (
                <Verify invoice={compared} />
              ) : (
                <Match order={order} invoice={compared} close={close} />
              )}
            </div>
          ) : (
            <EnterInvoice order={order} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Verify({ invoice }: { invoice: InvoiceRow }) {
  const t = useTexts('desk')
  const setStatus = useApiAction(invoices.setStatus, { refresh: deskReads })
  const params = { id: invoice.invoiceId }
  const to = (status: 'VERIFIED' | 'INVALIDATED') =>
    setStatus.mutate({ params, body: { status, version: invoice.version } })
  return (
    <div className="stack-md">
      <p className="t2">{t('match.verifyText', { number: invoice.number })}</p>
      <div className="row">
        <PrimaryButton loading={setStatus.isPending} onClick={() => to('VERIFIED')}>
          {t('match.verify', { number: invoice.number })}
        </PrimaryButton>
        <Button data-act="danger" disabled={setStatus.isPending} onClick={() => to('INVALIDATED')}>
          {t('match.invalidate')}
        </Button>
      </div>
    </div>
  )
}

function Match({ order, invoice, close }: Props & { invoice: InvoiceRow }) {
  const t = useTexts('desk')
  const language = useLanguage()
  const difference = differenceCents(order.totalAmount, invoice.total)
  const needsReason = Math.abs(difference) > centsFromEuros(TOLERANCE)
  const amount = formatEuros(Math.abs(difference), language)
  return (
    <Form
      endpoint={invoices.match}
      params={{ orderId: order.orderId }}
      also={{ invoiceId: invoice.invoiceId, version: order.version }}
      submit={t('match.submit', { number: invoice.number, order: order.orderNumber })}
      refresh={deskReads}
      onDone={(moved) => {
        close()
        showDone(t('move.done', { order: moved.orderNumber, status: t(`status.${moved.orderStatus}`) }))
      }}
    >
      {needsReason && <Note kind="warn">{t('match.needsReason', { amount })}</Note>}
      {needsReason && <Field name="reason" kind="textarea" label={t('match.reason')} required />}
    </Form>
  )
}
