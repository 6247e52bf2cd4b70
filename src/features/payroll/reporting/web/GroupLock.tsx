import { lazy, useState } from 'react'
import { reporting } from '#features/payroll/reporting/contract.ts'
import type { GroupLine } from '#features/payroll/reporting/shapes.ts'
import { isApiError, useApiAction } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { LaterPart } from '#platform/web/shell/LaterPart.tsx'
import { showDone, showFailure } from '#platform/web/shell/toasts.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { isReady, useWhyNot } from './group-lock.ts'
import { monthName } from './month-name.ts'

const TakenAndLeft = lazy(() =>
  import('#platform/web/parts/TakenAndLeft.tsx').then((m) => ({ default: m.TakenAndLeft })),
)

interface Props {
  /** Those that were asked for, ready or not. */
  lines: readonly GroupLine[]
  month: string
  close: () => void
  /** What else is to be known before the lock. */
  note?: string
}

/** Locks a month company by company, each as it was seen and by its own lock; one that fails does not stop the others. */
function useGroupLock({ month, close }: Props) {
  const t = useTexts('reporting')
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const { mutateAsync } = useApiAction(reporting.lock, {
    refresh: [reporting.group, reporting.everyCompany, reporting.months, reporting.rows, reporting.companies],
    handles: 'all',
  })
  const lockOne = async ({ companyId, companyName, previewHash, rowCount }: GroupLine) => {
    try {
      await mutateAsync({ params: { companyId, month }, body: { previewHash: previewHash ?? '', rowCount } })
      return true
    } catch (error) {
      if (!isApiError(error)) throw error
      showFailure(t('group.failed', { company: companyName }), textOfError(error))
      return false
    }
  }
  const run = async (ready: readonly GroupLine[]) => {
    setBusy(true)
    let count = 0
    for (const line of ready) if (await lockOne(line)) count += 1
    setBusy(false)
    close()
    if (count > 0) showDone(t('group.done', { month: monthName(month, language, { capital: true }), count }))
  }
  return { run, busy }
}

/** Says first which companies' month is locked and which not, and why; then locks them. */
export function GroupLock(props: Props) {
  const t = useTexts('reporting')
  const language = useLanguage()
  const whyNot = useWhyNot()
  const { run, busy } = useGroupLock(props)
  const { lines, close } = props
  const month = monthName(props.month, language)
  const ready = lines.filter(isReady)
  const left = lines.filter((line) => !isReady(line))
  return (
    <ConfirmDialog
      opened
      close={close}
      title={t('group.ask', { month, count: ready.length })}
      confirm={t('lock.act', { month })}
      onConfirm={() => void run(ready)}
      busy={busy}
    >
      <div className="stack-md">
        <LaterPart>
          <TakenAndLeft
            summary={t('group.takes', { count: ready.length })}
            taken={ready.map(({ companyId, companyName, rowCount }) => ({
              key: companyId,
              name: companyName,
              about: t('group.rows', { count: rowCount }),
            }))}
            leftTitle={t('group.leaves', { count: left.length })}
            left={left.map((line) => ({ key: line.companyId, name: line.companyName, reason: whyNot(line) }))}
          />
        </LaterPart>
        <p>{t('group.stays')}</p>
        {props.note && <p>{props.note}</p>}
      </div>
    </ConfirmDialog>
  )
}
