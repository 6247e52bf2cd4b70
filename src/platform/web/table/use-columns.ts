import { useState } from 'react'
import type { Column } from './table-types.ts'

const storageKey = (path: string) => `poljin.columns.${path}`

function remembered(path: string): string[] | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey(path)) ?? 'null')
    return Array.isArray(value) ? value.map(String) : null
  } catch {
    return null
  }
}

function remember(path: string, hidden: readonly string[]) {
  try {
    localStorage.setItem(storageKey(path), JSON.stringify(hidden))
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** The shown columns of a table and the reader's choice among the optional ones, remembered per list. */
export function useColumns<Row>(path: string, all: readonly Column<Row>[]) {
  const optional = all.filter((column) => column.choice)
  const [chosen, setChosen] = useState(() => remembered(path))
  const hiddenKeys = chosen ?? optional.filter(({ choice }) => choice === 'hidden').map(({ key }) => key)
  const hidden: ReadonlySet<string> = new Set(hiddenKeys.filter((key) => optional.some((column) => column.key === key)))
  /** Shows or hides one more than are `away` now. */
  const toggle = (key: string, away = hidden) => {
    const next = away.has(key) ? [...away].filter((other) => other !== key) : [...away, key]
    setChosen(next)
    remember(path, next)
  }
  return { columns: all.filter(({ key }) => !hidden.has(key)), hidden, toggle, optional, isChosen: chosen !== null }
}
