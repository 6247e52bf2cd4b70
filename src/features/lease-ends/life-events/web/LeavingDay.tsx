import { useState } from 'react'
import { employees } from '#features/people/employees/contract.ts'
import { type Day, formatDay, formatMonth, monthOf, NO_LAST_DAY } from '#platform/values/days.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { useMay } from '#platform/web/api/user.ts'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { lifeEventCalls } from '../contract.ts'

interface Props {
  employeeId: string
  /** The last working day as it is given on the page. */
  day: Day
}

/** The last working day as the employer keeps it of somebody; null while it is read or not known. */
export function useStoredLastDay(employeeId: string | undefined): Day | null {
  const params = { id: employeeId ?? '' }
  const day = useApi(employees.details, { params, enabled: employeeId !== undefined }).data?.employee.lastWorkingDayDate
  return day === undefined || day === NO_LAST_DAY ? null : day
}

/** What is stored of the last working day, and the act that stores the given one: an employer ends no lease before. */
export function LeavingDay({ employeeId, day }: Props) {
  const t = useTexts('life-events')
  const may = useMay()
  const [refused, setRefused] = useState('')
  const found = useApi(employees.details, { params: { id: employeeId } })
  const store = useApiAction(employees.update, {
    refresh: [employees.details, employees.optimizedList, employees.overview, lifeEventCalls.options],
    handles: 'all',
    onSuccess: () => {
      setRefused('')
      showDone(t('storedDay.done'))
    },
    onError: (error) => setRefused(textOfError(error)),
  })
  const person = found.data?.employee
  if (!person) return null
  const stored = person.lastWorkingDayDate === NO_LAST_DAY ? null : person.lastWorkingDayDate
  const given = formatDay(day)
  if (stored === day) return <Note>{t('storedDay.same', { day: given })}</Note>
  const name = `${person.systemUser.firstName} ${person.systemUser.lastName}`
  return (
    <Note kind="warn">
      <p>{stored ? t('storedDay.other', { day: formatDay(stored) }) : t('storedDay.none')}</p>
      {refused && <p role="alert">{refused}</p>}
      {may('employee:update') && person.status === 'ACCEPTED' && (
        <AskFirst
          act={t('storedDay.act', { day: given })}
          look={{ 'data-act': 'primary' }}
          text={t('storedDay.told', { name, month: formatMonth(monthOf(day)) })}
          run={() =>
            store.mutateAsync({
              params: { id: employeeId },
              body: { lastWorkingDayDate: day, version: person.version },
            })
          }
        />
      )}
    </Note>
  )
}
