import { addMonths, firstOfMonth, formatMonth, monthOf } from '#platform/values/days.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { companyExits, type ExitRow, readsOfExits } from '../contract.ts'

/** Last month, this one and the next, and some before. */
const choices = () =>
  [1, 0, -1, -2, -3].map((step) => {
    const value = monthOf(addMonths(firstOfMonth(monthOf(serviceDay())), step))
    return { value, label: formatMonth(value) }
  })

/** The last month of which something is kept from the pay, confirmed by the employer or for the estate. */
export function DeductionsForm({ exit, done }: { exit: ExitRow; done: () => void }) {
  const t = useTexts('company-exits')
  return (
    <Form
      endpoint={companyExits.confirmDeductions}
      params={{ id: exit.id }}
      initial={{ lastMonth: monthOf(serviceDay()) }}
      also={{ version: exit.version }}
      submit={t('deductions.submit')}
      refresh={readsOfExits}
      onDone={done}
    >
      <p>{t('deductions.text')}</p>
      <Field name="lastMonth" kind="select" label={t('panel.lastDeduction')} options={choices()} />
    </Form>
  )
}
