import type { Found } from '#features/operations/finder/contract.ts'
import type { FoundKind } from '#features/operations/finder/kinds.ts'
import { linkOfFound } from '#features/operations/finder/links.ts'
import type { ActEntry } from './actions.ts'

/** A page that one may go to. */
export interface PageEntry {
  readonly to: string
  readonly text: string
}

/** A line of the search: a page, or what was found. */
export interface Entry {
  readonly group: 'ACT' | 'PAGE' | FoundKind
  readonly to: string
  /** Of an act: takes it. */
  readonly press?: () => void
  readonly title: string
  readonly found?: Found
}

/** A text as people type it: without case and accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** So many pages are named beside what was found; all of them before anything is typed. */
const PAGES_MAX = 6

/** What a search offers, in the order in which the arrows walk: acts on what is open, pages whose name holds the words, then what was found. */
export function entriesOf(
  search: string,
  pages: readonly PageEntry[],
  found: readonly Found[],
  actions: readonly ActEntry[] = [],
): Entry[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  const may = actions.filter(({ text }) => words.every((word) => plain(text).includes(word)))
  const named = pages.filter(({ text }) => words.every((word) => plain(text).includes(word)))
  const shown = words.length === 0 ? named : named.slice(0, PAGES_MAX)
  return [
    ...may.map(({ text, press }): Entry => ({ group: 'ACT', to: `#${text}`, title: text, press })),
    ...shown.map(({ to, text }): Entry => ({ group: 'PAGE', to, title: text })),
    ...found.map((one): Entry => ({ group: one.kind, to: linkOfFound(one), title: one.title, found: one })),
  ]
}

/** Where an arrow leads from a line; from the last one to the first and back. */
export function stepTo(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  return undefined
}
