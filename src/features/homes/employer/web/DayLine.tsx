import { Fragment } from 'react'
import { tasks } from '#features/operations/tasks/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { type DayAct, dayActs } from './day-acts.ts'

export function useDayActs(): readonly DayAct[] {
  const { data } = useApi(tasks.list, {})
  return data ? dayActs(data) : []
}

/** `marraskuu`: the year goes without saying. */
const nameOfMonth = (month: string, language: string) =>
  new Date(`${month}-15T12:00:00Z`).toLocaleDateString(language, { month: 'long', timeZone: 'UTC' })

/** What the employer does now, as one line of links, each to its place: decide, sign, lock. */
export function DayLine({ actions }: { actions: readonly DayAct[] }) {
  const t = useTexts('employees')
  const language = useLanguage()
  return actions.map(({ kind, count, link, month }, at) => (
    <Fragment key={kind}>
      {at > 0 && <span> · </span>}
      <a href={link}>
        {month ? t('day.lockOne', { month: nameOfMonth(month, language) }) : t(`day.${kind}`, { count })}
      </a>
    </Fragment>
  ))
}
