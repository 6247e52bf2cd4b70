import { type RefObject, useEffect, useRef } from 'react'

const OPENER = 'td button, td a'

/** The row openers of a list, one a row. */
function openersOf(place: HTMLElement | null): HTMLElement[] {
  const rows = [...(place?.querySelectorAll<HTMLElement>('tbody tr') ?? [])]
  return rows.flatMap((row) => row.querySelector<HTMLElement>(OPENER) ?? [])
}

/**
 * Where the focus goes on from when a row's panel closes: from the row, and when an act has taken the row out of the
 * list, from the one that has come in its place.
 */
export function useRowFocus(place: RefObject<HTMLElement | null>, rows: readonly unknown[]) {
  const last = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the rows that have changed under the focus
  useEffect(() => {
    if (last.current === null || document.activeElement !== document.body) return
    const openers = openersOf(place.current)
    const next = openers[Math.min(last.current, openers.length - 1)]
    ;(next ?? place.current?.querySelector<HTMLElement>('input'))?.focus()
    last.current = null
  }, [rows])
  return {
    /** Focuses the first row, or opens it. */
    reach(how: 'focus' | 'open') {
      const first = openersOf(place.current)[0]
      if (how === 'open') first?.click()
      else first?.focus()
    },
    /** Focuses the open row and keeps its place in the list. */
    leave() {
      const row = place.current?.querySelector<HTMLElement>('tr[data-open]')
      const opener = row?.querySelector<HTMLElement>(OPENER)
      last.current = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : null
      opener?.focus()
    },
  }
}
