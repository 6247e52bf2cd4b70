import { useEffect, useState } from 'react'
import { reporting } from '#features/payroll/reporting/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { refreshReads, useApi } from '#platform/web/api/api.ts'
import { formatCount } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './CompanyReport.module.css'
import { monthName } from './month-name.ts'

type Run = NonNullable<ReplyOf<typeof reporting.lockRun>['run']>

const POLL_MS = 2_000
const isUnderWay = (run: Run | null | undefined) =>
  run?.state === 'WAITING' || run?.state === 'FILES' || run?.state === 'ROWS'

/** The lock of a large month that is under way, read again until it has ended; null without one. */
export function useLockRun(companyId: string, month: string, enabled: boolean): Run | null {
  const [isWatched, setWatched] = useState(false)
  const read = useApi(reporting.lockRun, {
    params: { companyId, month },
    enabled,
    ...(isWatched ? { refetchIntervalMs: POLL_MS } : {}),
  })
  const run = read.data?.run ?? null
  const isOpen = isUnderWay(run)
  useEffect(() => {
    if (isOpen === isWatched) return
    setWatched(isOpen)
    if (isOpen) return
    void refreshReads([reporting.months, reporting.rows, reporting.group])
  }, [isOpen, isWatched])
  return isOpen ? run : null
}

/** How far the lock of a large month has come. */
export function LockRun({ run, month }: { run: Run; month: string }) {
  const t = useTexts('reporting')
  const language = useLanguage()
  const title = t('lock.run.running', { month: monthName(month, language) })
  const counts = { done: formatCount(run.doneRows, language), total: formatCount(run.totalRows, language) }
  return (
    <section className={styles.card} aria-labelledby="lukitaan">
      <div>
        <h2 id="lukitaan">{title}</h2>
        <p>{t('lock.run.runningText')}</p>
        <progress aria-labelledby="lukitaan" value={run.doneRows} max={Math.max(1, run.totalRows)} />
        <p className="sm t2" role="status">
          {t(`lock.run.step.${run.state}`)}
          {run.state === 'ROWS' && <span>: {t('lock.run.progress', counts)}</span>}
        </p>
      </div>
    </section>
  )
}
