import { useState } from 'react'
import { type StaffTask, today } from '#features/operations/tasks/today/contract.ts'
import { call, isApiError } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { newKey } from '#platform/web/api/request.ts'
import { showFailure } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { useTaskName } from './task-name.ts'
import { refreshTasks } from './task-reads.ts'

type Care = NonNullable<StaffTask['care']>

/** Changes how one or several tasks are seen to, one after the other; each that cannot be is named. */
export function useCare() {
  const t = useTexts('today')
  const nameOf = useTaskName()
  const [busy, setBusy] = useState(false)
  const run = async (rows: readonly StaffTask[], one: (care: Care) => Promise<unknown>): Promise<number> => {
    setBusy(true)
    let done = 0
    for (const task of rows) {
      if (!task.care) continue
      try {
        await one(task.care)
        done += 1
      } catch (error) {
        if (!isApiError(error)) throw error
        const text = isApiError(error, 'VERSION_CONFLICT') ? t('care.changed') : textOfError(error)
        showFailure(t('care.failed', { name: nameOf(task) }), text)
        if (isApiError(error, 'UNREACHABLE')) break
      }
    }
    await refreshTasks()
    setBusy(false)
    return done
  }
  return {
    busy,
    own: (rows: readonly StaffTask[], mine: boolean) =>
      run(rows, ({ turnId, version }) =>
        call(today.setOwner, { params: { turnId }, body: { mine, version }, idempotencyKey: newKey() }),
      ),
    wake: (rows: readonly StaffTask[]) =>
      run(rows, ({ turnId, version }) =>
        call(today.wake, { params: { turnId }, body: { version }, idempotencyKey: newKey() }),
      ),
    snooze: (rows: readonly StaffTask[], until: string, reason: string) =>
      run(rows, ({ turnId, version }) =>
        call(today.snooze, { params: { turnId }, body: { until, reason, version }, idempotencyKey: newKey() }),
      ),
  }
}
