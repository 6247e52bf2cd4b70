import { Button } from '@mantine/core'
import { isDay } from '#platform/values/days.ts'
import { PopoverButton } from '#platform/web/parts/PopoverButton.tsx'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './DataTable.module.css'
import { DayFilter } from './DayFilter.tsx'
import type { DayRangeFilter } from './table-types.ts'

interface Props {
  filter: DayRangeFilter
  chosen: (name: string) => string
  choose: (values: Record<string, string | null>) => void
}

/** A filter with a first and a last day, both inclusive, folded behind a button that says what is chosen. */
export function DayRange({ filter: { label, name, until }, chosen, choose }: Props) {
  const t = useTexts()
  const language = useLanguage()
  // An address may name what is no day.
  const show = (day: string) => (isDay(day) ? formatDayIn(day, language) : '')
  const isOpen = chosen(name) === '' && chosen(until) === ''
  const text = isOpen ? t('table.all', { label }) : `${label}: ${show(chosen(name))}–${show(chosen(until))}`
  return (
    <PopoverButton filter={styles.filter ?? ''} label={text}>
      <fieldset className="stack-md">
        <legend className="vh">{label}</legend>
        {[name, until].map((end) => (
          <DayFilter
            key={end}
            label={t(end === name ? 'table.from' : 'table.until')}
            value={chosen(end)}
            choose={(day) => choose({ [end]: day || null })}
          />
        ))}
        <Button variant="subtle" size="sm" onClick={() => choose({ [name]: null, [until]: null })}>
          {t('actions.clear')}
        </Button>
      </fieldset>
    </PopoverButton>
  )
}
