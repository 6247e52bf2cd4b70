import { randomUUID } from 'node:crypto'

interface Schema {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  minItems?: number
  multipleOf?: number
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
}

/** Texts that fit the patterns that contracts use; a new pattern wants a line here. */
const patterned: readonly (readonly [RegExp, string])[] = [
  [/^\^\/api\//, '/api/orders/list-data'],
  [/\\d\{3\}/, '123456'],
  [/(\\d|\[0-9\])\{6\}/, '123456'],
  [/0-9a-f\]\{64\}/, 'a'.repeat(64)],
  [/A-Z\]\{2\}/, 'FI'],
  [/0\[1-9\]\|1\[0-2\]/, '2026-01'],
]

/** A value that a schema accepts; `idOf` gives the id that a field of this name should carry. */
export function sampleOf(schema: Schema, idOf: (field: string) => string | undefined, field = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.find((value) => value !== null)
  if (schema.oneOf) {
    const names = (one: Schema) => Object.keys(one.properties ?? {}).filter((name) => idOf(name) !== undefined)
    return sampleOf(schema.oneOf.find((one) => names(one).length > 0) ?? schema.oneOf[0]!, idOf, field)
  }
  if (schema.anyOf) return sampleOf(schema.anyOf.find((one) => one.type !== 'null') ?? schema.anyOf[0]!, idOf, field)
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (type === 'object') {
    const wanted = Object.entries(schema.properties ?? {}).filter(
      ([name]) => schema.required?.includes(name) || idOf(name) !== undefined,
    )
    return Object.fromEntries(wanted.map(([name, value]) => [name, sampleOf(value, idOf, name)]))
  }
  if (type === 'array')
    return schema.items?.format === 'uuid' || (schema.minItems ?? 0) > 0
      ? [sampleOf(schema.items ?? {}, idOf, field)]
      : []
  if (type === 'integer' || type === 'number') return Math.min(Math.max(schema.minimum ?? 1, 1), schema.maximum ?? 1)
  if (type === 'boolean') return true
  return textOf(schema, idOf, field)
}

function textOf(schema: Schema, idOf: (field: string) => string | undefined, field: string): string {
  if (schema.format === 'uuid') return idOf(field) ?? randomUUID()
  if (schema.format === 'date') return '2026-06-01'
  if (schema.format === 'date-time') return '2026-06-01T00:00:00Z'
  if (schema.format === 'email') return 'joku@testi.example'
  const known = patterned.find(([pattern]) => pattern.test(schema.pattern ?? ''))
  return known ? known[1] : 'esimerkki'.padEnd(schema.minLength ?? 1, 'x')
}
