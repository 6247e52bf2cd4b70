import { useDebouncedCallback } from '@mantine/hooks'
import { IconColumns3, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#platform/web/controls/Button.tsx'
import { Checkbox } from '#platform/web/controls/Checkbox.tsx'
import { NativeSelect } from '#platform/web/controls/NativeSelect.tsx'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import { formatCount } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { PopoverButton } from '../dialogs/PopoverButton.tsx'
import styles from './DataTable.module.css'
import { DayFilter } from './DayFilter.tsx'
import type { Column, Filter } from './table-types.ts'

const DEBOUNCE_MS = 300

interface SearchProps {
  hint: string
  value: string
  search: (text: string) => void
  /** Whether the rows are those of `value`. */
  isThere: boolean
  /** Reaches the hits by the down arrow, or opens the first one by Enter. */
  reach: (how: 'focus' | 'open') => void
}

/**
 * A search box that waits for a pause in typing and trims what it sends. Enter asks at once and opens the first hit when
 * it has come; the down arrow leads to the hits.
 */
export function SearchBox({ hint, value, search, isThere, reach }: SearchProps) {
  const [typed, setTyped] = useState(value)
  const opens = useRef(false)
  useEffect(() => {
    if (!opens.current || !isThere || typed.trim() !== value) return
    opens.current = false
    reach('open')
  })
  useEffect(() => setTyped((now) => (now.trim() === value ? now : value)), [value])
  const later = useDebouncedCallback((text: string) => search(text.trim()), DEBOUNCE_MS)
  return (
    <TextInput
      type="search"
      className={styles.search ?? ''}
      aria-label={hint}
      placeholder={hint}
      start={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
      value={typed}
      onChange={({ currentTarget }) => {
        opens.current = false
        setTyped(currentTarget.value)
        later(currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        if (event.key === 'ArrowDown') return reach('focus')
        if (typed.trim() === value) return value ? reach('open') : undefined
        opens.current = typed.trim() !== ''
        search(typed.trim())
      }}
    />
  )
}

interface FilterProps {
  filter: Filter
  value: string
  choose: (value: string) => void
}

/** One filter; its own label is the name of the "all" choice, so that the bar stays one line. */
export function FilterField({ filter, value, choose }: FilterProps) {
  const t = useTexts()
  if (filter.kind === 'day' || !filter.options) {
    return <DayFilter label={filter.label} className={styles.day ?? ''} value={value} choose={choose} />
  }
  return (
    <NativeSelect
      aria-label={filter.label}
      className={styles.filter ?? ''}
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      data={[{ value: '', label: t('table.all', { label: filter.label }) }, ...filter.options]}
    />
  )
}

/**
 * Several filters would push the rows off a phone's screen: there they stand behind a button, which says how many are
 * set, and so do the tools beside them.
 */
export function Fold({ isFolded, count, children }: { isFolded: boolean; count: number; children: ReactNode }) {
  const t = useTexts()
  const [opened, setOpened] = useState(false)
  const isOpen = opened || !isFolded
  return (
    <>
      {isFolded && (
        <Button className={styles.fold ?? ''} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {count > 0 ? t('table.filtersSet', { count }) : t('table.filters')}
        </Button>
      )}
      <div className={styles.filters} data-folded={!isOpen || undefined}>
        {children}
      </div>
    </>
  )
}

interface DayFiltersProps {
  filters: readonly Filter[]
  chosen: (name: string) => string
  choose: (name: string, value: string) => void
}

/** Days beyond a first and a last would fill a phone, so more of them are folded behind a button until one is set. */
export function DayFilters({ filters, chosen, choose }: DayFiltersProps) {
  const t = useTexts()
  const [opened, setOpened] = useState(filters.length <= 2 || filters.some(({ name }) => chosen(name)))
  if (!opened)
    return (
      <Button className={styles.filter ?? ''} aria-expanded={false} onClick={() => setOpened(true)}>
        {t('table.days')}
      </Button>
    )
  return filters.map((filter) => (
    <FilterField
      key={filter.name}
      filter={filter}
      value={chosen(filter.name)}
      choose={(value) => choose(filter.name, value)}
    />
  ))
}

interface ChoiceProps<Row> {
  columns: readonly Column<Row>[]
  hidden: ReadonlySet<string>
  toggle: (key: string) => void
}

/** Which columns to show. */
export function ColumnChoice<Row>({ columns, hidden, toggle }: ChoiceProps<Row>) {
  const t = useTexts()
  return (
    <PopoverButton icon={<IconColumns3 size={16} stroke={1.75} aria-hidden="true" />} label={t('table.columns')}>
      <fieldset className="stack-md">
        <legend className="vh">{t('table.columns')}</legend>
        {columns.map((column) => (
          <Checkbox
            key={column.key}
            label={column.title}
            checked={!hidden.has(column.key)}
            onChange={() => toggle(column.key)}
          />
        ))}
      </fieldset>
    </PopoverButton>
  )
}

interface CountProps {
  total: number
  isEstimate: boolean
  /** First and last row on the page; absent when everything is shown. */
  range?: readonly [number, number]
}

/** How many rows there are, "1–20 / 412"; past the cap "yli 10 000". */
export function RowCount({ total, isEstimate, range }: CountProps) {
  const t = useTexts()
  const language = useLanguage()
  const all = isEstimate ? t('table.over', { count: formatCount(total, language) }) : formatCount(total, language)
  const text: ReactNode =
    range && total > 0 ? `${range[0]}–${range[1]} / ${all}` : t('table.rows', { count: total, shown: all })
  return (
    <span className="sm t2 n" role="status">
      {text}
    </span>
  )
}
