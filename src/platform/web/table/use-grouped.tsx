import { Button } from '../controls/Button.tsx'
import { useAddressState } from '../router/address-state.ts'
import { useTexts } from '../words/i18n.ts'
import type { DataTableProps } from './table-types.ts'

interface Grouping<Row, Value extends string> {
  /** What the rows are grouped by, as its column is called. */
  readonly by: string
  /** Those whom a row waits for; the first names its group. */
  readonly of: (row: Row) => readonly Value[]
  readonly word: (value: Value) => string
}

/** A press that groups the rows by one value over all pages, kept in the address, as a list takes it. */
export function useGrouped<Row, Value extends string>({
  by,
  of,
  word,
}: Grouping<Row, Value>): Pick<DataTableProps<never, Row>, 'controls' | 'groupOf' | 'alsoQuery'> {
  const t = useTexts()
  const [at, setAddress] = useAddressState()
  const isOn = at.grouped === 'true'
  const press = () => setAddress({ grouped: isOn ? null : 'true' })
  const groupOf = (row: Row) => {
    const [first] = of(row)
    return { key: first ?? '', title: first ? word(first) : t('table.nobody') }
  }
  return {
    controls: (
      <Button aria-pressed={isOn} onClick={press}>
        {t('table.groupBy', { by })}
      </Button>
    ),
    groupOf: isOn ? groupOf : undefined,
    // The server sorts by group, so that one runs over the pages.
    alsoQuery: isOn ? { grouped: true } : undefined,
  }
}
