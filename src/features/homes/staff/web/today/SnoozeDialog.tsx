import { type FormEvent, useState } from 'react'
import type { StaffTask } from '#features/operations/tasks/today/contract.ts'
import { SNOOZE_DAYS_MAX } from '#features/operations/tasks/today/work.ts'
import { addDays } from '#platform/values/days.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { useTaskName } from './task-name.ts'
import { useCare } from './use-care.ts'

interface Props {
  readonly rows: readonly StaffTask[]
  readonly close: () => void
  readonly done?: () => void
}

/** Puts one or several tasks off until a day, with the reason. */
export function SnoozeDialog({ rows, close, done }: Props) {
  const t = useTexts('today')
  const nameOf = useTaskName()
  const [first] = rows
  const title =
    rows.length > 1 || !first
      ? t('care.snoozeTitleMany', { count: rows.length })
      : t('care.snoozeTitle', { name: nameOf(first) })
  return (
    <Dialog opened close={close} title={title}>
      <SnoozeForm rows={rows} close={close} {...(done ? { done } : {})} />
    </Dialog>
  )
}

function SnoozeForm({ rows, close, done }: Props) {
  const t = useTexts('today')
  const language = useLanguage()
  const care = useCare()
  const today = serviceDay()
  const [until, setUntil] = useState(addDays(today, 1))
  const [reason, setReason] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (care.busy) return
    const count = await care.snooze(rows, until, reason)
    if (count === 0) return
    const day = formatDayIn(until, language)
    showDone(rows.length > 1 ? t('care.snoozedManyDone', { count, day }) : t('care.snoozedDone', { day }))
    close()
    done?.()
  }
  return (
    <form className="stack-md" onSubmit={(event) => void submit(event)}>
      <p className="t2">{t('care.snoozeText')}</p>
      <TextInput
        type="date"
        label={t('care.until')}
        required
        min={addDays(today, 1)}
        max={addDays(today, SNOOZE_DAYS_MAX)}
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      <TextInput
        label={t('care.why')}
        required
        maxLength={200}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" data-act="primary" loading={care.busy}>
          {t('care.snoozeSubmit')}
        </Button>
      </div>
    </form>
  )
}
