import { useState } from 'react'
import { invoices } from '#features/money/invoices/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Instant, Money } from '#platform/web/table/Amounts.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { payments } from '../contract.ts'
import { statesToDecide } from '../rules/refunds.ts'

const reads = [payments.optimized, payments.refunds, invoices.get, invoices.list]
type Refund = ReplyOf<typeof payments.refunds>['items'][number]

/** Pays online payments of an invoice back through the service they came by, and shows what became of it. */
export function OnlineRefunds({ invoiceId }: { invoiceId: string }) {
  const t = useTexts('payments')
  const language = useLanguage()
  const [asked, setAsked] = useState<string | null>(null)
  const { data } = useApi(invoices.get, { params: { id: invoiceId } })
  const online = (data?.payments ?? []).filter(
    ({ method, direction, isReversed, reversesPaymentId }) =>
      method === 'PAYTRAIL' && direction === 'IN' && !isReversed && reversesPaymentId === null,
  )
  const close = () => setAsked(null)
  if (online.length === 0) return null
  return (
    <>
      <Refunds invoiceId={invoiceId} />
      {online.map(({ paymentId, amount }) => (
        <Button key={paymentId} onClick={() => setAsked(paymentId)}>
          {t('refund.open', { amount: formatEuros(centsFromEuros(amount), language) })}
        </Button>
      ))}
      {asked && (
        <Dialog opened close={close} title={t('refund.title')}>
          <Form
            endpoint={payments.refund}
            params={{ paymentId: asked }}
            initial={{ amount: Math.max(-(data?.open ?? 0), 0) || undefined }}
            submit={t('refund.submit')}
            refresh={reads}
            onDone={() => {
              close()
              showDone(t('refund.done'))
            }}
          >
            <Field name="amount" kind="money" label={t('refund.amount')} />
            <Field name="reason" kind="textarea" label={t('refund.reason')} />
          </Form>
        </Dialog>
      )}
    </>
  )
}

function Refunds({ invoiceId }: { invoiceId: string }) {
  const t = useTexts('payments')
  const { data } = useApi(payments.refunds, { params: { id: invoiceId } })
  if (!data || data.items.length === 0) return null
  return (
    <section className="stack-md">
      <h3>{t('refund.list')}</h3>
      <ul className="sm">
        {data.items.map((refund) => (
          <li key={refund.refundId}>
            <Instant at={refund.createdAt} />, <Money euros={refund.amount} />: {t(`refund.states.${refund.state}`)}
            {refund.decidedBy && <span>. {t('refund.decidedBy', { name: refund.decidedBy })}</span>}
          </li>
        ))}
      </ul>
      {data.items
        .filter(({ state }) => statesToDecide.includes(state))
        .map((refund) => (
          <ToDecide key={refund.refundId} refund={refund} />
        ))}
    </section>
  )
}

/** Somebody has looked in the service's own pages what became of a refund, and says so. */
function ToDecide({ refund }: { refund: Refund }) {
  const t = useTexts('payments')
  const decide = useApiAction(payments.decideRefund, {
    refresh: reads,
    onSuccess: () => showDone(t('refund.decided')),
  })
  const press = (wasPaid: boolean) =>
    decide.mutateAsync({ params: { id: refund.refundId }, body: { version: refund.version, wasPaid } })
  return (
    <div className="card stack-md">
      <p>
        <Money euros={refund.amount} />. {t(refund.state === 'CONTESTED' ? 'refund.contested' : 'refund.unknown')}
      </p>
      <Attempt refund={refund} />
      <div className="row">
        <AskFirst act={t('refund.wasPaid')} run={() => press(true)} />
        <AskFirst act={t('refund.wasNotPaid')} run={() => press(false)} />
      </div>
    </div>
  )
}

/** By what the service finds the refund in its pages, and what it answered. */
function Attempt({ refund }: { refund: Refund }) {
  const t = useTexts('payments')
  const { answeredStatus: status } = refund
  return (
    <Facts
      rows={[
        [t('refund.facts.payment'), <code key="payment">{refund.paymentTransaction}</code>],
        [t('refund.facts.stamp'), <code key="stamp">{refund.refundId}</code>],
        [t('refund.facts.asked'), refund.askedAt && <Instant at={refund.askedAt} />],
        [
          t('refund.facts.answer'),
          refund.state === 'UNKNOWN' && (status ? t('refund.facts.status', { status }) : t('refund.facts.noAnswer')),
        ],
      ]}
    />
  )
}
