import type { ProposedChange } from '#features/ground/proposals/server/propose.ts'
import type { TextValue } from '#platform/server/runtime/texts.ts'
import { type Columns, type Kind, wireName } from '../columns.ts'

type PlainKind = Exclude<Kind, object>
type Values = Readonly<Record<string, unknown>>

const text = (key: string, values: TextValue['values'] = {}): TextValue => ({ text: `tax:${key}`, values })

/** A value of a column in the words of its reader. */
function shownValue(kind: PlainKind, value: unknown): ProposedChange['before'] {
  if (value === null || value === undefined) return null
  if (kind === 'euros') return { cents: value as number }
  if (kind === 'percent' || kind === 'factor') return text('proposal.percent', { value: { basisPoints: value } })
  if (kind === 'flag') return text(value ? 'proposal.yes' : 'proposal.no')
  return String(value)
}

interface Cell {
  readonly name: TextValue
  readonly kind: PlainKind
  readonly value: unknown
}

/** Every plain value of a row by its place, with the name that the screen gives it. */
function cellsOf(columns: Columns, row: Values, path = '', within: TextValue | null = null): [string, Cell][] {
  return Object.entries(columns).flatMap(([column, kind]) => {
    const own = text(`columns.${wireName(column)}`)
    const name = within ? text('proposal.part', { whole: within, part: own }) : own
    return cellsIn(kind, row[column], `${path}${column}`, name)
  })
}

function cellsIn(kind: Kind, value: unknown, path: string, name: TextValue): [string, Cell][] {
  if (typeof kind !== 'object') return [[path, { name, kind, value }]]
  if ('nullable' in kind) return value === null ? [] : cellsIn(kind.nullable, value, path, name)
  if ('group' in kind) return cellsOf(kind.group, (value ?? {}) as Values, `${path}.`, name)
  return ((value ?? []) as Values[]).flatMap((row, index) =>
    cellsOf(kind.list, row, `${path}.${index}.`, text('proposal.row', { name, row: index + 1 })),
  )
}

/** What differs between two rows of a register, value by value; null is a row that is not there. */
export function differencesOf(columns: Columns, before: Values | null, after: Values | null): ProposedChange[] {
  const [old, next] = [before, after].map((row) => new Map(row ? cellsOf(columns, row) : []))
  return [...new Set([...old!.keys(), ...next!.keys()])].flatMap((path) => {
    const { name, kind } = (next!.get(path) ?? old!.get(path))!
    const change = { before: shownValue(kind, old!.get(path)?.value), after: shownValue(kind, next!.get(path)?.value) }
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [{ name, ...change }]
  })
}
