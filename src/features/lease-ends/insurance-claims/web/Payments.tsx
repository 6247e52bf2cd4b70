import { useState } from 'react'
import { invoices } from '#features/money/invoices/contract.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ClaimView, readsOfClaims } from '../contract.ts'

type Payment = ClaimView['payments'][number]

/** For the staff: what the insurer has paid; what was entered by hand can be taken back here. */
export function Payments({ claim }: { claim: ClaimView }) {
  const t = useTexts('insurance-claims')
  const may = useMay()
  const [chosen, setChosen] = useState<Payment | null>(null)
  const close = () => setChosen(null)
  if (claim.payments.length === 0) return null
  return (
    <section className="stack-md">
      <h3>{t('payments.title')}</h3>
      {claim.payments.map((payment) => (
        <div key={payment.paymentId} className="row">
          <span>
            <Money euros={payment.amount} /> · <Day day={payment.paidDay} /> ·{' '}
            <span className="t2">
              {t(payment.isFromBank ? 'payments.fromBank' : 'payments.byHand')}
              {payment.isReversed && <span>, {t('payments.reversed')}</span>}
            </span>
          </span>
          {!payment.isReversed && !payment.isFromBank && may('payment:write') && (
            <Button size="compact-sm" variant="subtle" onClick={() => setChosen(payment)}>
              {t('payments.reverse')}
            </Button>
          )}
        </div>
      ))}
      {claim.payments.some(({ isFromBank, isReversed }) => isFromBank && !isReversed) && (
        <p className="sm t2">{t('payments.atBank')}</p>
      )}
      <Dialog opened={chosen !== null} close={close} title={t('payments.reverseTitle')}>
        {chosen && (
          <Form
            endpoint={invoices.reverse}
            params={{ paymentId: chosen.paymentId }}
            submit={t('payments.reverse')}
            refresh={readsOfClaims}
            onDone={() => {
              close()
              showDone(t('payments.done'))
            }}
          >
            <Field name="reason" kind="textarea" label={t('payments.reason')} required />
          </Form>
        )}
      </Dialog>
    </section>
  )
}
