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

interface How {
  /** Beside an open row, where a column that may not be hidden goes, too: the row's panel has it. */
  readonly isBeside: boolean
}

function measure<Row>(
  place: HTMLElement | null,
  columns: readonly Column<Row>[],
  { isBeside }: How,
): ReadonlySet<string> {
  const table = place?.querySelector('table')
  const frame = table?.parentElement
  if (!table || !frame) return new Set()
  const heads = [...table.querySelectorAll<HTMLElement>('thead th')].slice(-columns.length)
  const widths = columns.map(({ key, choice }, index) => ({
    key,
    choice: Boolean(choice),
    width: heads[index]?.offsetWidth ?? 0,
  }))
  const [opener, ...others] = widths
  const free = isBeside || !opener ? widths : [opener, ...others.filter(({ choice }) => choice)]
  return leftOut(free, table.offsetWidth - frame.clientWidth)
}

/** Below this a list is of cards, and from the other on it has the width of a desk. */
const [TABLE_FROM, DESK_FROM] = [881, 1200]

/**
 * Beside an open row a list leaves out the columns that its width does not hold, instead of cutting one in two; the row's
 * panel tells the same and more. On a small laptop it leaves out those that may be hidden, until the reader chooses.
 * @returns the columns to draw, and which of the optional ones had no room
 */
export function useFitting<Row>(
  place: { readonly current: HTMLElement | null },
  columns: readonly Column<Row>[],
  { isSplit, isFixed, rows }: { isSplit: boolean; isFixed: boolean; rows: readonly Row[] },
): { fitting: readonly Column<Row>[]; away: ReadonlySet<string> } {
  const [left, setLeft] = useState<Left>({ of: '', keys: new Set() })
  const width = window.innerWidth
  const isBeside = isSplit && width >= DESK_FROM
  const isSmall = !isFixed && width >= TABLE_FROM && width < DESK_FROM
  const of = isBeside || isSmall ? [isBeside, width, rows.length, ...columns.map(({ key }) => key)].join() : ''
  const isMeasured = left.of === of
  // biome-ignore lint/correctness/useExhaustiveDependencies: all that changes the widths stands in `of`.
  useLayoutEffect(() => {
    if (of && !isMeasured) setLeft({ of, keys: measure(place.current, columns, { isBeside }) })
  }, [of, isMeasured])
  if (!of || !isMeasured) return { fitting: columns, away: new Set() }
  return { fitting: columns.filter(({ key }) => !left.keys.has(key)), away: isBeside ? new Set() : left.keys }
}
