import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { givenAny, useApi } from '#platform/web/api/api.ts'
import { Library } from '#platform/web/parts/Library.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { PickerOption, PickerSource } from './Picker.tsx'

export type PickerProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  source: PickerSource
  value: string
  /** The label of the stored value until the list holds it. */
  shown?: string | undefined
  onChange: (value: string) => void
}

/** What `Picker` fetches: a select whose choices the server finds while one types. */
export function PickerBox({ source, value, shown, onChange, ...rest }: PickerProps) {
  const t = useTexts()
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 300)
  const [chosen, setChosen] = useState<PickerOption | null>(value && shown ? { value, label: shown } : null)
  const search = source.search && asked !== chosen?.label ? { [source.search]: asked || undefined } : {}
  const query = { ...source.query, ...search }
  const found = useApi(source.endpoint, givenAny({ params: source.params, query, keepPrevious: true }))
  const options = found.data === undefined ? [] : [...source.read(found.data as never)]
  const kept = chosen && chosen.value === value && !options.some((option) => option.value === value)
  return (
    <Library>
      <Select
        {...rest}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk={false}
        data={kept ? [chosen, ...options] : options}
        value={value || null}
        onChange={(next, option) => {
          setChosen(next ? { value: next, label: option?.label ?? next } : null)
          onChange(next ?? '')
        }}
        searchable
        // A dialog gives its first field the focus; choices that opened with it would cover the button below.
        openOnFocus={false}
        clearable
        clearButtonProps={{ 'aria-label': t('actions.clear') }}
        onSearchChange={setTyped}
        {...(source.search ? { filter: ({ options: all }) => all } : {})}
        nothingFoundMessage={found.isFetching ? t('states.loading') : (source.nothing ?? t('states.nothingFound'))}
        maxDropdownHeight={280}
      />
    </Library>
  )
}
