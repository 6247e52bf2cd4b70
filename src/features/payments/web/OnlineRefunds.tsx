import { Button } from '@mantine/core'
import { useState } from 'react'
import { invoices } from '#features/invoices/contract.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Dialog } from '#platform/web/parts/Dialog.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { payments } from '../contract.ts'

/** Pays online payments of a person's bill back through the service they came by. */
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
  return (
    <>
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
            refresh={[payments.optimized, invoices.get, invoices.list]}
            onDone={({ state }) => {
              close()
              showDone(t(`refund.${state}`))
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
