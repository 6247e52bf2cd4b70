import { useState } from 'react'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { addMonths, firstOfMonth, formatMonth, type Month, monthOf } from '#platform/values/days.ts'
import { centsFromEuros, eurosFromCents, parseEuroInput } from '#platform/values/money.ts'
import { useApi } from '#platform/web/api/api.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { FieldRow } from '#platform/web/form/Field.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type ChangesView, leaseChanges } from '../contract.ts'
import { awaitsNumber, ExemptionField, ExemptionWarning } from './ExemptionWarning.tsx'

export interface FormParts {
  readonly view: ChangesView
  readonly done: () => void
  readonly reads: readonly EndpointSpec[]
}

/** The months of a lease as choices, its first and last included. */
export function monthsBetweenOptions(from: Month, to: Month): { value: string; label: string }[] {
  const options = []
  for (let month = from; month <= to; month = monthOf(addMonths(firstOfMonth(month), 1)))
    options.push({ value: month, label: formatMonth(month) })
  return options
}

/** The month after this one, or the last of some months. */
function nextOf(months: readonly Month[]): Month {
  const coming = monthOf(addMonths(serviceDay(), 1))
  return months.find((month) => month >= coming) ?? months.at(-1) ?? ''
}

/** Another service share from a month on, with each month's instalment before and after. */
export function PaymentForm({ view, done, reads }: FormParts) {
  const t = useTexts('lease-changes')
  const months = monthsBetweenOptions(view.earliestMonth ?? '', view.latestMonth ?? '')
  const first = nextOf(months.map(({ value }) => value))
  const [from, setFrom] = useState(first)
  const [share, setShare] = useState(String(view.serviceShare))
  const cents = parseEuroInput(share)
  const serviceShare = cents === null ? null : eurosFromCents(cents)
  const isOther = serviceShare !== null && cents !== centsFromEuros(view.serviceShare)
  const preview = useApi(leaseChanges.preview, {
    params: { id: view.leasingAgreementId },
    query: { fromMonth: from, serviceShare: serviceShare ?? 0 },
    enabled: isOther && from !== '',
  })
  const found = isOther ? preview.data : undefined
  const exemption = found ? found.exemption : view.exemption
  return (
    <Form
      endpoint={leaseChanges.changePayment}
      params={{ id: view.leasingAgreementId }}
      initial={{ fromMonth: first, serviceShare: view.serviceShare }}
      also={{ version: view.version }}
      submit={t('payment.submit')}
      blocked={awaitsNumber(exemption, view.agreementNumber)}
      refresh={reads}
      onDone={done}
    >
      <p>{t('payment.text')}</p>
      <ExemptionWarning exemption={exemption} number={view.agreementNumber} />
      <FieldRow>
        <Field
          name="fromMonth"
          kind="select"
          label={t('payment.fromMonth')}
          options={months}
          onInput={(value) => setFrom(String(value))}
        />
        <Field
          name="serviceShare"
          kind="money"
          label={t('payment.share')}
          onInput={(value) => setShare(String(value))}
        />
      </FieldRow>
      <Field name="reason" kind="textarea" label={t('reason')} hint={t('reasonHint')} />
      <ExemptionField exemption={exemption} number={view.agreementNumber} />
      {found && <Preview months={found.months} />}
    </Form>
  )
}

function Preview({ months }: { months: readonly { month: string; before: number; after: number }[] }) {
  const t = useTexts('lease-changes')
  return (
    <section aria-live="polite">
      <h3>{t('payment.preview')}</h3>
      <ul className="sm">
        {months.map(({ month, before, after }) => (
          <li key={month}>
            {formatMonth(month)}: <Money euros={before} /> → <Money euros={after} />
          </li>
        ))}
      </ul>
    </section>
  )
}
