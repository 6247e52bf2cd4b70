import { type FormEvent, useState } from 'react'
import type { StaffTask } from '#features/operations/tasks/today/contract.ts'
import { SNOOZE_DAYS_MAX } from '#features/operations/tasks/today/work.ts'
import { addDays, formatDay, parseDayInput } from '#platform/values/days.ts'
import { serviceDay } from '#platform/web/api/service-clock.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { DayInput } from '#platform/web/form/DayInput.tsx'
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
      : t('care.snooze', { name: nameOf(first) })
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
  const [first, last] = [addDays(today, 1), addDays(today, SNOOZE_DAYS_MAX)]
  const [text, setText] = useState(formatDay(first))
  const [isAsked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  const until = parseDayInput(text)
  const isRight = until !== null && until >= first && until <= last
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (care.busy || !isRight) return
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
      <DayInput
        label={t('care.until')}
        required
        autoComplete="off"
        value={text}
        error={
          isAsked && !isRight
            ? t('care.untilWrong', { first: formatDayIn(first, language), last: formatDayIn(last, language) })
            : undefined
        }
        onChange={(event) => setText(event.currentTarget.value)}
        pick={setText}
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
