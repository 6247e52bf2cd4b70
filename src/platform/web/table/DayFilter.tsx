import { useEffect, useState } from 'react'
import { formatDay, isDay, parseDayInput } from '#platform/values/days.ts'
import { DayInput } from '#platform/web/form/DayInput.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

interface Props {
  label: string
  /** A day as `YYYY-MM-DD`, or nothing. */
  value: string
  choose: (day: string) => void
  /** Shows the label above; otherwise it stands in the empty field. */
  labelled?: boolean
  className?: string
}

/** An address may name what is no day. */
const shown = (day: string) => (isDay(day) ? formatDay(day) : '')

/** A day that narrows a list: typed as 15.3.2026 or chosen from the calendar, taken over once it is a day. */
export function DayFilter({ label, value, choose, labelled = false, className = '' }: Props) {
  const t = useTexts()
  const [typed, setTyped] = useState(shown(value))
  const [wrong, setWrong] = useState(false)
  useEffect(() => {
    setTyped(shown(value))
    setWrong(false)
  }, [value])
  const take = (text: string) => {
    const day = text.trim() === '' ? '' : parseDayInput(text)
    setWrong(day === null)
    if (day !== null && day !== value) choose(day)
  }
  return (
    <DayInput
      {...(labelled ? { label } : { 'aria-label': label, placeholder: label })}
      className={className}
      value={typed}
      error={wrong && t('fields.DAY')}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={({ currentTarget }) => take(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(event.currentTarget.value)
      }}
      pick={(text) => {
        setTyped(text)
        take(text)
      }}
    />
  )
}
