import { useState } from 'react'
import { invoices } from '#features/money/invoices/contract.ts'
import type { InvoiceStatus } from '#features/money/invoices/rules.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { type ApiError, isApiError } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { type Texts, useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { failed, type InvoiceDetails } from './InvoiceState.tsx'

/** Where the invoice may go next, each step confirmed by its number; a reason may be told with it. */
export function InvoiceSteps({ invoice }: { invoice: InvoiceDetails }) {
  const t = useTexts('invoices')
  const language = useLanguage()
  const [asked, setAsked] = useState<InvoiceStatus | null>(null)
  if (invoice.nextStatuses.length === 0) return null
  const status = asked ? t(`statuses.${asked}`) : ''
  const total = formatEuros(centsFromEuros(invoice.total), language)
  return (
    <section>
      <h3>{t('move.title')}</h3>
      <div className="row">
        {invoice.nextStatuses.map((next) => (
          <Button
            key={next}
            {...(failed.includes(next) ? { 'data-act': 'danger' } : {})}
            onClick={() => setAsked(next)}
          >
            {t(`statuses.${next}`)}
          </Button>
        ))}
      </div>
      <Dialog
        opened={asked !== null}
        close={() => setAsked(null)}
        title={t('move.ask', { number: invoice.number ?? '', status })}
      >
        <div className="stack-md">
          <p>{t('move.text', { party: invoice.otherParty, total })}</p>
          <Form
            endpoint={invoices.setStatus}
            params={{ id: invoice.invoiceId }}
            also={{ status: asked, version: invoice.version }}
            submit={status}
            refresh={[invoices.list, invoices.get]}
            wordsOf={(error) => wordsOf(error, t)}
            onDone={(moved) => {
              setAsked(null)
              showDone(t('move.done', { number: moved.number ?? '', status: t(`statuses.${moved.status}`) }))
            }}
          >
            <Field name="reason" kind="textarea" label={t('move.reason')} />
          </Form>
        </div>
      </Dialog>
    </section>
  )
}

/** Why an invoice is not approved, in the words that the other ways to payment have too. */
function wordsOf(error: ApiError, t: Texts): string {
  if (!isApiError(error, 'INVOICE_NOT_PAYABLE')) return textOfError(error)
  const { problem, otherNumber } = error.details as { problem: string; otherNumber: string | null }
  return t('payable.refused', { reason: t(`payable.${problem}`, { other: otherNumber }) })
}
