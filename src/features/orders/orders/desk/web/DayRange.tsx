import { Button } from '#platform/web/controls/Button.tsx'
import { PopoverButton } from '#platform/web/dialogs/PopoverButton.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { DayFilter } from '#platform/web/table/DayFilter.tsx'
import { formatDayIn } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './Desk.module.css'

interface Props {
  label: string
  /** The address's names of first and last day, which are the query's as well. */
  names: readonly [string, string]
}

/** A filter with a first and a last day, both inclusive; it stands in the address. */
export function DayRange({ label, names }: Props) {
  const t = useTexts('desk')
  const language = useLanguage()
  const [at, setAt] = useAddressState()
  const [first, last] = names.map((name) => at[name] ?? '')
  const show = (day: string | undefined) => (day ? formatDayIn(day, language) : '')
  const text = first || last ? `${label}: ${show(first)}–${show(last)}` : t('table.all', { label })
  const set = (values: Record<string, string | null>) => setAt({ ...values, page: null })
  return (
    <PopoverButton filter={styles.filter ?? ''} label={text}>
      <fieldset className="stack-md">
        <legend className="vh">{label}</legend>
        {names.map((name, index) => (
          <DayFilter
            key={name}
            labelled
            label={t(index === 0 ? 'filters.from' : 'filters.to')}
            value={at[name] ?? ''}
            choose={(day) => set({ [name]: day || null })}
          />
        ))}
        <Button variant="subtle" size="sm" onClick={() => set({ [names[0]]: null, [names[1]]: null })}>
          {t('actions.clear')}
        </Button>
      </fieldset>
    </PopoverButton>
  )
}
