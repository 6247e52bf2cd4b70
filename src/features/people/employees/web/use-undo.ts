import { employees } from '#features/people/employees/contract.ts'
import type { Employee } from '#features/people/employees/shapes.ts'
import { call, isApiError, refreshReads } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { showDone, showFailure } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

/** Takes a decision back within the seconds that it can be, also once its panel is gone. */
export function useUndo() {
  const t = useTexts('desk')
  const undo = async ({ beneficiaryEmployeeId: id, version }: Employee) => {
    try {
      await call(employees.undoDecision, { params: { id }, body: { version } })
      showDone(t('decision.undone'))
    } catch (error) {
      if (!isApiError(error)) throw error
      showFailure(t('decision.undoFailed'), textOfError(error))
    }
    await refreshReads([employees.optimizedList])
  }
  return (person: Employee) => () => void undo(person)
}
