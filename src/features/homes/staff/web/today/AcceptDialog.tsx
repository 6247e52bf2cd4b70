import { useState } from 'react'
import type { StaffTask } from '#features/operations/tasks/today/contract.ts'
import { employees } from '#features/people/employees/contract.ts'
import type { Employee } from '#features/people/employees/shapes.ts'
import { useDecisions } from '#features/people/employees/web/use-decisions.ts'
import { call, isApiError } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { showFailure } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { refreshTasks } from './task-reads.ts'

interface Props {
  readonly rows: readonly StaffTask[]
  readonly close: () => void
  readonly done?: () => void
}

/** Accepts one application or several, each as it stands now. */
export function AcceptDialog({ rows, close, done }: Props) {
  const t = useTexts('today')
  const [isReading, setReading] = useState(false)
  const { accept, busy } = useDecisions(refreshTasks)
  const [first] = rows
  const confirm = async () => {
    setReading(true)
    const people: Employee[] = []
    for (const { subjectId, about } of rows) {
      try {
        const { employee } = await call(employees.details, { params: { id: subjectId } })
        people.push(employee)
      } catch (error) {
        if (!isApiError(error)) throw error
        showFailure(t('care.failed', { name: about ?? '' }), textOfError(error))
      }
    }
    await accept(people.filter(({ status }) => status === 'PENDING'))
    setReading(false)
    close()
    done?.()
  }
  const isOne = rows.length === 1 && first
  return (
    <ConfirmDialog
      opened
      close={close}
      title={
        isOne ? t('act.acceptTitle', { name: first.about ?? '' }) : t('act.acceptManyTitle', { count: rows.length })
      }
      confirm={t('act.acceptSubmit', { count: rows.length })}
      busy={isReading || busy}
      onConfirm={() => void confirm()}
    >
      <p>{isOne ? t('act.acceptText', { company: first.companyName ?? '' }) : t('act.acceptManyText')}</p>
      {!isOne && (
        <ul>
          {rows.map((task) => (
            <li key={task.id}>
              {task.about}, {task.companyName}
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
}
