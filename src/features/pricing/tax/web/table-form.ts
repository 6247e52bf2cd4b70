import { type Columns, type Kind, wireName } from '#features/pricing/tax/columns.ts'
import { type FieldKind, inputOf, readField } from '#platform/web/form/field-values.ts'

/** What stands in the fields of a table, by dotted path: `aland.mediaFee`, `steps.3.rate`. */
export type Inputs = Readonly<Record<string, string>>

const fieldKinds = {
  euros: 'money',
  percent: 'percent',
  factor: 'percent',
  age: 'number',
  year: 'number',
  name: 'text',
} as const

export type PlainKind = keyof typeof fieldKinds
export interface PlainField {
  readonly path: string
  /** The names of the columns on the way, for the label. */
  readonly names: readonly string[]
  readonly kind: PlainKind
}
export type Part = PlainField | { readonly list: string; readonly columns: Columns; readonly names: readonly string[] }

const bare = (kind: Kind): Kind => (typeof kind === 'object' && 'nullable' in kind ? bare(kind.nullable) : kind)

/** The fields of a table in the order of its columns; its year is chosen apart. */
export function partsOf(columns: Columns, prefix = '', names: readonly string[] = []): Part[] {
  return Object.entries(columns).flatMap(([name, declared]): Part[] => {
    const kind = bare(declared)
    const path = `${prefix}${wireName(name)}`
    const own = [...names, wireName(name)]
    if (path === 'year' || kind === 'flag') return []
    if (typeof kind === 'string') return [{ path, names: own, kind: kind as PlainKind }]
    if ('group' in kind) return partsOf(kind.group, `${path}.`, own)
    return 'list' in kind ? [{ list: path, columns: kind.list, names: own }] : []
  })
}

const fieldKindOf = (kind: PlainKind): FieldKind => fieldKinds[kind]

/** The texts of a stored row. */
export function inputsOf(columns: Columns, row: Readonly<Record<string, unknown>>, prefix = ''): Inputs {
  const entries = Object.entries(columns).flatMap(([name, declared]): [string, string][] => {
    const kind = bare(declared)
    const value = row[wireName(name)]
    const path = `${prefix}${wireName(name)}`
    if (path === 'year' || kind === 'flag' || value === null || value === undefined) return []
    if (typeof kind === 'string') return [[path, String(inputOf(fieldKinds[kind as PlainKind], value))]]
    if ('group' in kind) return Object.entries(inputsOf(kind.group, value as Record<string, unknown>, `${path}.`))
    if (!('list' in kind)) return []
    return (value as Record<string, unknown>[]).flatMap((one, index) =>
      Object.entries(inputsOf(kind.list, one, `${path}.${index}.`)),
    )
  })
  return Object.fromEntries(entries)
}

/**
 * What was typed over a row that may have been stored anew meanwhile: fields that were touched keep what was typed, all
 * others show what is stored now.
 */
export function typedOver(now: Inputs, { stored, typed }: { stored: Inputs; typed: Inputs }): Inputs {
  const paths = new Set([...Object.keys(now), ...Object.keys(typed)])
  const entries = [...paths].map((path) => [path, typed[path] === stored[path] ? now[path] : typed[path]] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** How many rows a list has in the inputs. */
export function rowsOfList(inputs: Inputs, list: string): number {
  const indexes = Object.keys(inputs)
    .filter((path) => path.startsWith(`${list}.`))
    .map((path) => Number(path.slice(list.length + 1).split('.')[0]))
  return Math.max(-1, ...indexes) + 1
}

/** The inputs without one row of a list; the rows after it move up. */
export function withoutRow(inputs: Inputs, list: string, row: number): Inputs {
  const kept = Object.entries(inputs).flatMap(([path, text]): [string, string][] => {
    if (!path.startsWith(`${list}.`)) return [[path, text]]
    const [index = '0', ...rest] = path.slice(list.length + 1).split('.')
    if (Number(index) === row) return []
    return [[[list, Number(index) > row ? Number(index) - 1 : index, ...rest].join('.'), text]]
  })
  return Object.fromEntries(kept)
}

export interface ReadTable {
  /** The row on the wire; null while a field cannot be read. */
  readonly row: Record<string, unknown> | null
  /** Codes of `fields.…` by path. */
  readonly faults: Readonly<Record<string, string>>
}

/** Reads the fields into a row on the wire. */
export function readTable(columns: Columns, inputs: Inputs, year: number): ReadTable {
  const faults: Record<string, string> = {}
  const readKind = (kind: Kind, path: string, isNullable: boolean): unknown => {
    if (typeof kind === 'object') {
      if ('nullable' in kind) return readKind(kind.nullable, path, true)
      if ('group' in kind) {
        const isEmpty = !Object.entries(inputs).some(([name, text]) => name.startsWith(`${path}.`) && text.trim())
        return isNullable && isEmpty ? null : readColumns(kind.group, `${path}.`)
      }
      return Array.from({ length: rowsOfList(inputs, path) }, (_, row) => readColumns(kind.list, `${path}.${row}.`))
    }
    const reading = readField(fieldKindOf(kind as PlainKind), inputs[path])
    if ('code' in reading) faults[path] = reading.code
    else if (reading.value === undefined && !isNullable) faults[path] = 'REQUIRED'
    return 'value' in reading ? (reading.value ?? null) : null
  }
  const readColumns = (own: Columns, prefix: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(own).map(([name, kind]) => {
        const path = `${prefix}${wireName(name)}`
        return [wireName(name), path === 'year' ? year : readKind(kind, path, false)]
      }),
    )
  const row = readColumns(columns, '')
  return { row: Object.keys(faults).length > 0 ? null : row, faults }
}
