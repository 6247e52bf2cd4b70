import { Button } from '@mantine/core'
import { invoices } from '#features/invoices/contract.ts'
import type { OrderViewType } from '#features/orders/shapes.ts'
import { addDays } from '#platform/values/days.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Dialog } from '#platform/web/parts/Dialog.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { differenceCents, TOLERANCE } from '../match.ts'
import { AttachPdf } from './AttachPdf.tsx'
import { personOf } from './MoveDialog.tsx'
import { deskReads } from './refresh.ts'
import { ThreeWay } from './ThreeWay.tsx'
import { type InvoiceRow, useStoreInvoices } from './use-invoices.ts'

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

/** What the paper says. The total is not filled in from the order: then nothing would be compared. */
export function EnterInvoice({ order, onDone }: { order: OrderViewType; onDone?: () => void }) {
  const t = useTexts('desk')
  const today = serviceDay()
  const vatPercent = order.priceCard?.vatPercent ?? 25.5
  return (
    <Form
      endpoint={invoices.enter}
      initial={{ issueDay: today, dueDay: addDays(today, 14), vatPercent }}
      also={{ orderId: order.orderId }}
      submit={t('invoice.enter')}
      refresh={deskReads}
      onDone={(invoice) => {
        showDone(t('invoice.entered', { number: invoice.number }))
        onDone?.()
      }}
    >
      <p className="t2">{t('invoice.enterText', { store: order.bikeStore?.storeName ?? '–' })}</p>
      <FieldRow>
        <Field name="number" label={t('invoice.number')} autoComplete="off" />
        <Field name="referenceNumber" label={t('invoice.reference')} autoComplete="off" />
      </FieldRow>
      <FieldRow>
        <Field name="total" kind="money" label={t('invoice.total')} autoComplete="off" />
        <Field name="vatPercent" kind="percent" label={t('invoice.vat')} autoComplete="off" />
      </FieldRow>
      <FieldRow>
        <Field name="issueDay" kind="day" label={t('invoice.issueDay')} />
        <Field name="dueDay" kind="day" label={t('invoice.dueDay')} />
      </FieldRow>
      <Field name="iban" label={t('invoice.iban')} autoComplete="off" />
    </Form>
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
