import type { FieldError } from '#platform/contract/errors.ts'
import { type FieldSchema, schemaAt, takesNull, type ValidationError, validateValue } from './field-schema.ts'
import { type FieldInput, type FieldInputs, type FieldKind, readField } from './field-values.ts'

export interface KnownField {
  readonly name: string
  readonly kind: FieldKind
  readonly required: boolean
  /** How the rows of a list are checked, sent and named (`field-rows.ts`). */
  readonly rows?: RowsOfField
}

export interface RowsOfField {
  readonly validate: (schema: FieldSchema, input: FieldInput | undefined) => ValidationError | null
  readonly listOf: (typed: unknown, input: FieldInput | undefined, required: boolean) => unknown
  /** The name in the form of a field that the server names by its place in the list. */
  readonly nameOf: (path: string, input: FieldInput | undefined) => string
}

export function valueAt(source: object | undefined, name: string): unknown {
  let value: unknown = source
  for (const key of name.split('.')) value = (value as Record<string, unknown> | undefined | null)?.[key]
  return value
}

/** What the body says of a field: null where its part is left out; rows are sent in their order, so theirs is as typed. */
function sentValue(sent: object, name: string, typed: unknown): unknown {
  let value: unknown = sent
  for (const key of name.split('.')) {
    if (Array.isArray(value)) return typed ?? ''
    if (!value) return null
    value = (value as Record<string, unknown>)[key]
  }
  return value ?? ''
}

/**
 * What is wrong with one field, with the texts of the reader and schema codes; null when nothing is. The schema judges
 * the body as it will be sent, in which a part that is left out lacks nothing; what cannot be read is wrong anyway.
 */
export function validateField(
  body: FieldSchema | undefined,
  field: KnownField,
  input: FieldInput | undefined,
  sent: object,
): ValidationError | null {
  const { schema, required } = schemaAt(body, field.name)
  // A list that may be left out is left out when it has no rows.
  if (field.rows) return input || required ? field.rows.validate(schema, input) : null
  const reading = readField(field.kind, input)
  if ('code' in reading) return reading
  const typed = reading.value
  if (field.required && (typed === undefined || typed === false)) return { code: 'REQUIRED' }
  const value = sentValue(sent, field.name, typed)
  if (value === null) return null
  if (value !== '') return validateValue(schema, value)
  return required && !takesNull(schema) && schema.minLength !== 0 ? { code: 'REQUIRED' } : null
}

function put(target: Record<string, unknown>, name: string, value: unknown) {
  const keys = name.split('.')
  const last = keys.pop() ?? name
  let parent = target
  for (const key of keys) {
    parent[key] ??= {}
    parent = parent[key] as Record<string, unknown>
  }
  parent[last] = value
}

/** The body that the fields make: an emptied field is null where the schema takes null, else left out. */
export function bodyOf(
  body: FieldSchema | undefined,
  fields: readonly KnownField[],
  inputs: FieldInputs,
): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const field of fields.filter(({ rows }) => !rows)) {
    const { schema, required } = schemaAt(body, field.name)
    const reading = readField(field.kind, inputs[field.name])
    const value = 'value' in reading ? reading.value : undefined
    if (value !== undefined) put(made, field.name, value)
    else if (takesNull(schema)) put(made, field.name, null)
    else if (required && schema.type === 'string') put(made, field.name, '')
  }
  for (const { name, rows } of fields)
    if (rows) put(made, name, rows.listOf(valueAt(made, name), inputs[name], schemaAt(body, name).required))
  return made
}

/** A server's field path as the form's own name: `/contact/email`, `body.contact.email` → `contact.email`. */
export function nameOfPath(path: string): string {
  return path
    .replace(/^\/+/, '')
    .replaceAll('/', '.')
    .replace(/^body\./, '')
}

/** The server's field errors by the form's names; those of no shown field come as the rest. */
export function sortFieldErrors(errors: readonly FieldError[], shown: readonly KnownField[], inputs: FieldInputs) {
  const own: Record<string, FieldError> = {}
  const rest: FieldError[] = []
  for (const error of errors) {
    const path = nameOfPath(error.path)
    const name = shown.reduce((known, field) => field.rows?.nameOf(known, inputs[field.name]) ?? known, path)
    if (shown.some((field) => field.name === name)) own[name] = error
    else rest.push(error)
  }
  return { own, rest }
}
