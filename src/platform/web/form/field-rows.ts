import type { FieldInput } from './field-values.ts'
import type { RowsOfField } from './form-state.ts'

/** The rows of a list, each by a number of its own that it keeps while others are removed: `0,1,4`. */
export function rowsOf(input: FieldInput | undefined): number[] {
  return input ? String(input).split(',').map(Number) : []
}

/** The name of a row's field in the form: the list's name, the row's number, the field's name. */
export const rowField = (list: string, row: number, field: string) => `${list}.${row}.${field}`

/** How a list of this name is checked, sent and named. */
export const listField = (list: string): RowsOfField => ({
  validate: ({ minItems = 0 }, input) => (rowsOf(input).length < minItems ? { code: 'TOO_FEW' } : null),
  listOf(typed, input, required) {
    const rows = rowsOf(input)
    const values = (typed ?? {}) as Readonly<Record<number, unknown>>
    return rows.length > 0 || required ? rows.map((row) => values[row] ?? {}) : undefined
  },
  nameOf(path, input) {
    if (!path.startsWith(`${list}.`)) return path
    const [place, ...field] = path.slice(list.length + 1).split('.')
    return rowField(list, rowsOf(input)[Number(place)] ?? -1, field.join('.'))
  },
})
