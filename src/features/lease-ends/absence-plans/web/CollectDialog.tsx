import { formatMonth } from '#platform/values/days.ts'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { absencePlans, type PlanView, readsOfPlans } from '../contract.ts'

interface Props {
  readonly plan: PlanView
  readonly month: PlanView['months'][number]
  readonly close: () => void
  readonly done: () => void
}

/** What the employer has collected of a month that another lessor bills it. */
export function CollectDialog({ plan, month, close, done }: Props) {
  const t = useTexts('absence-plans')
  return (
    <Dialog opened close={close} title={t('collect.title', { month: formatMonth(month.month) })}>
      <Form
        endpoint={absencePlans.collect}
        params={{ id: plan.id }}
        initial={{ paid: month.personPays }}
        also={{ month: month.month, version: plan.version }}
        submit={t('collect.save')}
        refresh={readsOfPlans}
        onDone={done}
      >
        <p>{t('collect.text')}</p>
        <Field name="paid" kind="money" label={t('collect.paid')} required />
      </Form>
    </Dialog>
  )
}
