import { useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { inFours } from '#platform/values/in-fours.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { type ApiError, isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { textOfError } from '#platform/web/api/messages.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { TakenAndLeft } from '#platform/web/parts/TakenAndLeft.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'

type Plan = ReplyOf<typeof banking.toMake>

/** Makes a file for the bank of what its dialog has shown, and tells what is left out of it and why. */
export function MakeFile() {
  const t = useTexts('banking')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <PrimaryButton onClick={() => setOpen(true)}>{t('order.make')}</PrimaryButton>
      <Dialog opened={isOpen} close={close} title={t('order.makeTitle')}>
        {isOpen && <Making close={close} />}
      </Dialog>
    </>
  )
}

function Making({ close }: { close: () => void }) {
  const t = useTexts('banking')
  const read = useApi(banking.toMake, { staleMs: 0 })
  return (
    <Loaded from={read}>
      {(plan) => (
        <div className="stack-md">
          <FilePlan plan={plan} />
          {plan.payments > 0 ? (
            <MakeForm plan={plan} close={close} />
          ) : (
            <div>
              <Button onClick={close}>{t('actions.close')}</Button>
            </div>
          )}
        </div>
      )}
    </Loaded>
  )
}

function MakeForm({ plan, close }: { plan: Plan; close: () => void }) {
  const t = useTexts('banking')
  const words = useTexts('invoices')
  const paymentOrderIds = plan.items.filter(({ problem }) => problem === null).map((item) => item.paymentOrderId)
  const wordsOf = (error: ApiError) => {
    if (!isApiError(error, 'INVOICE_NOT_PAYABLE')) return textOfError(error)
    const { problem, otherNumber } = error.details as { problem: string; otherNumber: string | null }
    return t('order.changed', { reason: words(`payable.${problem}`, { other: otherNumber }) })
  }
  return (
    <Form
      endpoint={banking.make}
      initial={{ executionDay: bankDayFrom(serviceDay()) }}
      // What has been shown and nothing else: more may have been queued meanwhile.
      also={{ paymentOrderIds }}
      submit={t('order.make')}
      beside={<Button onClick={close}>{t('actions.cancel')}</Button>}
      refresh={[banking.orders, banking.paymentFiles, banking.overpaid, banking.toMake]}
      wordsOf={wordsOf}
      onDone={() => {
        close()
        showDone(t('order.made'))
      }}
    >
      <Field name="executionDay" kind="day" label={t('order.executionDay')} hint={t('order.executionHint')} />
    </Form>
  )
}

function FilePlan({ plan }: { plan: Plan }) {
  const t = useTexts('banking')
  const words = useTexts('invoices')
  const total = formatEuros(centsFromEuros(plan.total), useLanguage())
  const nameOf = (item: Plan['items'][number]) => item.invoiceNumber ?? t(`order.kinds.${item.kind}`)
  return (
    <TakenAndLeft
      summary={plan.payments ? t('order.makeText', { count: plan.payments, total }) : t('order.makeNone')}
      taken={plan.items
        .filter(({ problem }) => problem === null)
        .map((item) => ({
          key: item.paymentOrderId,
          name: nameOf(item),
          about: `${item.payee}, ${inFours(item.iban ?? '–')}`,
          euros: item.amount,
        }))}
      leftTitle={words('payable.left')}
      left={plan.items
        .filter(({ problem }) => problem !== null)
        .map((item) => ({
          key: item.paymentOrderId,
          name: nameOf(item),
          reason: words(`payable.${item.problem}`, { other: item.otherNumber }),
        }))}
    />
  )
}
