import { useLayoutEffect, useState } from 'react'
import type { Column } from './table-types.ts'

interface Left {
  /** What was measured; anything new is measured again. */
  readonly of: string
  readonly keys: ReadonlySet<string>
}

/** The columns to leave out so that the rest fits: what the reader could hide goes first, then from the right. */
export function leftOut(
  columns: readonly { readonly key: string; readonly choice: boolean; readonly width: number }[],
  excess: number,
): ReadonlySet<string> {
  const others = columns.slice(1).toReversed()
  const order = [...others.filter(({ choice }) => choice), ...others.filter(({ choice }) => !choice)]
  const keys = new Set<string>()
  let over = excess
  for (const { key, width } of order) {
    if (over <= 0) break
    keys.add(key)
    over -= width
  }
  return keys
}

function measure<Row>(place: HTMLElement | null, columns: readonly Column<Row>[]): ReadonlySet<string> {
  const table = place?.querySelector('table')
  const frame = table?.parentElement
  if (!table || !frame) return new Set()
  const heads = [...table.querySelectorAll<HTMLElement>('thead th')].slice(-columns.length)
  const widths = columns.map(({ key, choice }, index) => ({
    key,
    choice: Boolean(choice),
    width: heads[index]?.offsetWidth ?? 0,
  }))
  return leftOut(widths, table.offsetWidth - frame.clientWidth)
}

/**
 * Beside an open row a list leaves out the columns that its width does not hold, instead of cutting one in two; the row's
 * panel tells the same and more.
 */
export function useFitting<Row>(
  place: { readonly current: HTMLElement | null },
  columns: readonly Column<Row>[],
  { isSplit, rows }: { isSplit: boolean; rows: readonly Row[] },
): readonly Column<Row>[] {
  const [left, setLeft] = useState<Left>({ of: '', keys: new Set() })
  const isBeside = isSplit && window.innerWidth >= 1200
  const of = isBeside ? [window.innerWidth, rows.length, ...columns.map(({ key }) => key)].join() : ''
  const isMeasured = left.of === of
  // biome-ignore lint/correctness/useExhaustiveDependencies: all that changes the widths stands in `of`.
  useLayoutEffect(() => {
    if (of && !isMeasured) setLeft({ of, keys: measure(place.current, columns) })
  }, [of, isMeasured])
  return of && isMeasured ? columns.filter(({ key }) => !left.keys.has(key)) : columns
}
