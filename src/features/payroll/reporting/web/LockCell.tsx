import type { GroupLine } from '#features/payroll/reporting/shapes.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './CompanyReport.module.css'
import { isReady, useWhyNot } from './group-lock.ts'
import { monthName } from './month-name.ts'

export interface LineProps {
  line: GroupLine
  mayLock: boolean
  open: (month: string) => void
  lock: () => void
}

/** Locks the company's month, or says what has to be done first. */
export function LockCell({ line, mayLock, open, lock }: LineProps) {
  const t = useTexts('reporting')
  const language = useLanguage()
  const whyNot = useWhyNot()
  const month = line.months.at(-1)!.month
  if (mayLock && isReady(line))
    return (
      <Button
        size="sm"
        onClick={lock}
        aria-label={t('group.lockName', { month: monthName(month, language), company: line.companyName })}
      >
        {t('group.lockOne')}
      </Button>
    )
  if (line.state === 'LOCKED' || !line.openMonth || line.openMonth > month) return whyNot(line)
  return (
    <button type="button" className={styles.plain} onClick={() => open(line.openMonth!)}>
      {whyNot(line)}
    </button>
  )
}
