import { useState } from 'react'
import type { StaffTask } from '#features/operations/tasks/today/contract.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { AcceptDialog } from './AcceptDialog.tsx'
import { MatchEntriesDialog } from './MatchEntriesDialog.tsx'
import { SnoozeDialog } from './SnoozeDialog.tsx'
import { useCare } from './use-care.ts'

interface Props {
  readonly rows: readonly StaffTask[]
  readonly clear: () => void
}

/** What the staff do with several tasks at once. */
export function SelectedTasks({ rows, clear }: Props) {
  const t = useTexts('today')
  const care = useCare()
  const [asking, setAsking] = useState<'snooze' | 'accept' | 'match' | null>(null)
  const close = () => setAsking(null)
  const shared = rows.filter((task) => task.care)
  const applications = rows.filter(({ action }) => action === 'decideApplication')
  const entries = rows.filter(({ action }) => action === 'matchEntry')
  const own = async (mine: boolean) => {
    const count = await care.own(shared, mine)
    clear()
    if (count > 0) showDone(t(mine ? 'care.takenMany' : 'care.givenBackMany', { count }))
  }
  return (
    <>
      <Button size="sm" loading={care.busy} onClick={() => void own(true)}>
        {t('care.takeMany')}
      </Button>
      <Button size="sm" loading={care.busy} onClick={() => void own(false)}>
        {t('care.giveBackMany')}
      </Button>
      <Button size="sm" onClick={() => setAsking('snooze')}>
        {t('care.snoozeMany')}
      </Button>
      {applications.length > 0 && (
        <Button size="sm" data-act="light" onClick={() => setAsking('accept')}>
          {t('act.acceptMany', { count: applications.length })}
        </Button>
      )}
      {entries.length > 0 && (
        <Button size="sm" data-act="light" onClick={() => setAsking('match')}>
          {t('act.matchMany', { count: entries.length })}
        </Button>
      )}
      {asking === 'snooze' && <SnoozeDialog rows={shared} close={close} done={clear} />}
      {asking === 'accept' && <AcceptDialog rows={applications} close={close} done={clear} />}
      {asking === 'match' && <MatchEntriesDialog rows={entries} close={close} done={clear} />}
    </>
  )
}
