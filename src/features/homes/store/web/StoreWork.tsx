import { lazy } from 'react'
import { invoices } from '#features/money/invoices/contract.ts'
import { orderLinks } from '#features/orders/orders/link-contract.ts'
import type { EndpointSpec, ReplyOf } from '#platform/contract/contract.ts'
import { formatDay } from '#platform/values/days.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import type { ApiError } from '#platform/web/api/api-error.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { FileButton } from '#platform/web/controls/FileButton.tsx'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { CodeForm } from '#platform/web/form/CodeForm.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'

const ScanFrame = lazy(() =>
  import('#features/orders/glovebox/web/ScanFrame.tsx').then((m) => ({ default: m.ScanFrame })),
)

type StoreOrder = ReplyOf<typeof orderLinks.storePage>
interface Props {
  page: StoreOrder
  token: string
}

const refresh: readonly EndpointSpec[] = [orderLinks.storePage]

/** The one thing that a store has to do with its order now, and what stands in the way of it. */
export function StoreWork({ page, token }: Props) {
  const t = useTexts('orders')
  const { actions, question } = page
  const isWaiting = page.orderStatus === 'WAITING_FOR_CUSTOMER_COMMENT'
  return (
    <>
      {isWaiting && question?.text && <Note kind="warn">{t('store-page:asked', { text: question.text })}</Note>}
      {isWaiting && !question?.text && <Note kind="warn">{t('store-page:askedByUs')}</Note>}
      {question?.answer && <Note kind="ok">{t('store-page:answered', { text: question.answer })}</Note>}
      <NextAction page={page} token={token} />
      {actions.checkCode && actions.prepare && (
        <CodeCheck code={orderLinks.checkCode} token={token} refresh={refresh} plain={actions.ready} />
      )}
    </>
  )
}

function NextAction({ page, token }: Props) {
  const t = useTexts('orders')
  const { actions, deliveryDay, invoice } = page
  if (actions.prepare) return <Prepare page={page} token={token} />
  if (actions.checkCode) return <CodeCheck code={orderLinks.checkCode} token={token} refresh={refresh} />
  if (!deliveryDay && actions.report) return <HandOver page={page} token={token} />
  if (!deliveryDay && page.codeCheckedAt) return <Note kind="ok">{t('store-page:codeRight')}</Note>
  if (actions.invoice) return <SendInvoice page={page} token={token} />
  if (deliveryDay && invoice && !invoice.hasFile && !page.paidDay) return <InvoiceFile token={token} />
  if (deliveryDay) return <Note kind="ok">{t('store-page:allDone')}</Note>
  return page.orderStatus === 'WAITING_FOR_CUSTOMER_COMMENT' ? null : <Note>{t('store-page:nothingAsked')}</Note>
}

/** When the bicycle can be picked up: a day first, and then that it is ready, which the buyer is told. */
function Prepare({ page, token }: Props) {
  const t = useTexts('orders')
  const mayBeReady = page.actions.ready
  const ready = useApiAction(orderLinks.tellPickup, { refresh, onSuccess: () => showDone(t('store-page:readyDone')) })
  return (
    <section className="card stack-md">
      <h2>{t(mayBeReady ? 'store-page:prepareTitle' : 'store-page:estimateTitle')}</h2>
      <p className="sm t2">{t(mayBeReady ? 'store-page:prepareText' : 'store-page:estimateText')}</p>
      {mayBeReady && (
        <AskFirst
          act={t('store-page:ready')}
          text={t('store-page:readyAsk')}
          look={{ size: 'lg', fullWidth: true, 'data-act': 'primary' }}
          run={() => ready.mutateAsync({ params: { token }, body: { ready: true } })}
        />
      )}
      <Form
        endpoint={orderLinks.tellPickup}
        params={{ token }}
        initial={{ pickupDay: page.pickupDay }}
        submit={t('store-page:estimate')}
        plain={mayBeReady}
        wide={!mayBeReady}
        unguarded
        refresh={refresh}
        onDone={({ pickupDay }) => showDone(t('store-page:estimateDone', { day: formatDay(pickupDay!) }))}
      >
        <Field name="pickupDay" kind="day" label={t('store-page:pickupDay')} required />
      </Form>
    </section>
  )
}

/** Too many codes at one counter are not waited out: a call settles who stands there. */
const refusalOf = (error: ApiError, t: Texts) =>
  error.code === 'TOO_MANY_REQUESTS' ? t('store-page:codeTooMany') : textOfError(error)

interface CodeProps {
  code: typeof orderLinks.checkCode | typeof orderLinks.checkDeliveryCode
  token: string
  refresh: readonly EndpointSpec[]
  /** Another act stands above it. */
  plain?: boolean
}

/** The code that the buyer shows, checked against the order before the bicycle leaves the shop. */
export function CodeCheck({ code: endpoint, token, refresh: reads, plain = false }: CodeProps) {
  const t = useTexts('orders')
  const check = useApiAction(endpoint, { handles: 'all', refresh: reads })
  const wrong = check.data?.right === false ? t(`store-page:${check.data.renewed ? 'codeRenewed' : 'codeWrong'}`) : null
  const refused = check.error && refusalOf(check.error, t)
  return (
    <section className="card stack-md">
      <h2>{t('store-page:codeTitle')}</h2>
      {check.data?.right ? (
        <div role="status">
          <Note kind="ok">{t('store-page:codeRight')}</Note>
        </div>
      ) : (
        <CodeForm
          label={t('store-page:code')}
          hint={t('store-page:codeHint')}
          submit={t('store-page:checkCode')}
          busy={check.isPending}
          error={refused ?? wrong}
          onCode={(code) => check.mutate({ params: { token }, body: { code } })}
          autoFocus={false}
          plain={plain}
          wide
        />
      )}
    </section>
  )
}

function HandOver({ page, token }: Props) {
  const t = useTexts('orders')
  return (
    <section className="card stack-md">
      <h2>{t('store-page:handoverTitle')}</h2>
      <Form
        endpoint={orderLinks.storeReports}
        params={{ token }}
        initial={{ frameNumber: page.frameNumber, deliveryDay: page.today }}
        submit={t('token.submit')}
        wordsOf={(error) => (error.code === 'FRAME_NUMBER_EXISTS' ? t('store-page:frameTaken') : textOfError(error))}
        wide
        unguarded
        refresh={refresh}
        onDone={() => showDone(t('token.doneTitle'))}
      >
        <Field name="frameNumber" label={t('delivery.frame')} hint={t('delivery.frameHint')} autoComplete="off" />
        <OptionalBoundary>
          <ScanFrame name="frameNumber" />
        </OptionalBoundary>
        <Field
          name="frameNumberAgain"
          label={t('store-page:frameAgain')}
          hint={t('store-page:frameAgainHint')}
          autoComplete="off"
          required
        />
        <Field name="deliveryDay" kind="day" label={t('delivery.day')} hint={t('delivery.dayHint')} />
      </Form>
    </section>
  )
}

function SendInvoice({ page, token }: Props) {
  const t = useTexts('orders')
  return (
    <section className="card stack-md">
      <h2>{t('store-page:sendInvoiceTitle')}</h2>
      <p className="sm t2">{t('store-page:sendInvoiceText')}</p>
      <Form
        endpoint={invoices.storeEnters}
        params={{ token }}
        initial={{ issueDay: page.today, total: page.totalAmount }}
        submit={t('store-page:sendInvoice')}
        wide
        unguarded
        refresh={refresh}
        onDone={() => showDone(t('store-page:invoiceDone'))}
      >
        <Field name="number" label={t('store-page:invoiceNumber')} autoComplete="off" />
        <Field name="total" kind="money" label={t('store-page:total')} />
        <Field name="issueDay" kind="day" label={t('store-page:invoiceDay')} />
      </Form>
    </section>
  )
}

function InvoiceFile({ token }: { token: string }) {
  const t = useTexts('orders')
  const attach = useApiAction(invoices.storeAttaches, { refresh, onSuccess: () => showDone(t('store-page:fileDone')) })
  return (
    <section className="card stack-md">
      <h2>{t('store-page:fileTitle')}</h2>
      <p className="sm t2">{t('store-page:fileText')}</p>
      <div>
        <FileButton
          accept="application/pdf"
          onChange={(file) => file && attach.mutate({ params: { token }, body: file })}
        >
          {(props) => (
            <Button {...props} loading={attach.isPending}>
              {t('store-page:addFile')}
            </Button>
          )}
        </FileButton>
      </div>
    </section>
  )
}

/** Another colour or size, or a bicycle that cannot be had: the buyer decides, and the order waits. */
export function AskBuyer({ token }: { token: string }) {
  const t = useTexts('orders')
  return (
    <details className="card">
      <summary>{t('store-page:askTitle')}</summary>
      <div className="stack-md" style={{ marginTop: 'var(--s-4)' }}>
        <p className="sm t2">{t('store-page:askText')}</p>
        <Form
          endpoint={orderLinks.askBuyer}
          params={{ token }}
          submit={t('store-page:ask')}
          refresh={refresh}
          onDone={() => showDone(t('store-page:askDone'))}
        >
          <Field name="question" kind="textarea" label={t('store-page:question')} rows={4} required />
        </Form>
      </div>
    </details>
  )
}
