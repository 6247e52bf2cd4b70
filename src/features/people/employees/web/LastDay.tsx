import { useState } from 'react'
import { employees } from '#features/people/employees/contract.ts'
import type { Employee } from '#features/people/employees/shapes.ts'
import { NO_LAST_DAY } from '#platform/values/days.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

/** Changes the last working day for an employer who has told the helpdesk of another. */
export function LastDay({ person }: { person: Employee }) {
  const t = useTexts('desk')
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (person.status !== 'ACCEPTED' || !may('employee:update')) return null
  const day = person.lastWorkingDayDate
  return (
    <>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {t('lastDay.act')}
      </Button>
      <Dialog opened={isOpen} close={close} title={t('lastDay.act')}>
        <Form
          endpoint={employees.update}
          params={{ id: person.beneficiaryEmployeeId }}
          initial={{ lastWorkingDayDate: day === NO_LAST_DAY ? null : day }}
          also={{ version: person.version }}
          submit={t('lastDay.submit')}
          plain
          refresh={[employees.optimizedList, employees.details]}
          onDone={() => {
            close()
            showDone(t('lastDay.done'))
          }}
        >
          <Field name="lastWorkingDayDate" kind="day" label={t('person.lastDay')} hint={t('lastDay.hint')} />
        </Form>
      </Dialog>
    </>
  )
}
