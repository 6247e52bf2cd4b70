import type { GroupLine } from '#features/payroll/reporting/shapes.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { monthName } from './month-name.ts'

/** Whether a company's month is locked by one press: it is the open one and nothing stands in the way. */
export const isReady = ({ mayBeLocked, openChecks }: GroupLine) => mayBeLocked && openChecks.length === 0

/** Why a company's month is not locked from the group's table. */
export function useWhyNot() {
  const t = useTexts('reporting')
  const language = useLanguage()
  return (line: GroupLine): string => {
    const month = line.months.at(-1)!.month
    if (line.state === 'LOCKED') return t('state.LOCKED')
    if (line.openMonth === null) return t('group.noLease')
    if (line.openMonth < month) return t('group.first', { month: monthName(line.openMonth, language) })
    if (line.openMonth > month) return t('group.noLease')
    return t(line.mayBeLocked ? 'group.checks' : 'group.notYet')
  }
}
