import { IconCalendar } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatDay, parseDayInput } from '#platform/values/days.ts'
import { IconButton } from '#platform/web/controls/IconButton.tsx'
import { TextInput, type TextInputProps } from '#platform/web/controls/TextInput.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './Form.module.css'

/** A day typed as 15.3.2026 or chosen from the browser's own calendar. */
export function DayInput({ pick, ...rest }: TextInputProps & { pick: (text: string) => void }) {
  const t = useTexts()
  const calendar = useRef<HTMLInputElement>(null)
  const button = (
    <>
      <IconButton onClick={() => calendar.current?.showPicker()} disabled={rest.disabled ?? false}>
        <IconCalendar size={18} stroke={1.75} aria-hidden="true" />
        <span className="vh">
          {t('actions.openCalendar')}: {rest['aria-label'] ?? rest.label}
        </span>
      </IconButton>
      <input
        ref={calendar}
        type="date"
        className={styles.calendar}
        tabIndex={-1}
        aria-hidden="true"
        value={parseDayInput(String(rest.value ?? '')) ?? ''}
        onChange={({ currentTarget }) => pick(currentTarget.value ? formatDay(currentTarget.value) : '')}
      />
    </>
  )
  return <TextInput {...rest} inputMode="numeric" end={button} isEndLive />
}
