import { isEmail } from '#platform/contract/validation.ts'

/** The part of JSON Schema that the contracts use. */
export interface FieldSchema {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly FieldSchema[]
  properties?: Record<string, FieldSchema>
  required?: readonly string[]
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  multipleOf?: number
}

/** Why a value does not fit; the codes are those of the server's own checks. */
export interface Misfit {
  code: string
  limit?: number
}

/** The schema of a field by its dotted name, and whether its object requires it. */
export function schemaAt(body: FieldSchema | undefined, name: string): { schema: FieldSchema; required: boolean } {
  let schema: FieldSchema = body ?? {}
  let required = false
  for (const key of name.split('.')) {
    required = schema.required?.includes(key) ?? false
    schema = schema.properties?.[key] ?? {}
  }
  return { schema, required }
}

const isOfType = ({ type }: FieldSchema, name: string) => type === name || (Array.isArray(type) && type.includes(name))

/** Whether the schema takes null, which then stands for an emptied field. */
export function takesNull(schema: FieldSchema): boolean {
  return isOfType(schema, 'null') || (schema.anyOf?.some(takesNull) ?? false)
}

function misfitOfText(schema: FieldSchema, text: string): Misfit | null {
  if (schema.minLength !== undefined && text.length < schema.minLength) {
    return text.length === 0 ? { code: 'REQUIRED' } : { code: 'TOO_SHORT', limit: schema.minLength }
  }
  if (schema.maxLength !== undefined && text.length > schema.maxLength)
    return { code: 'TOO_LONG', limit: schema.maxLength }
  if (schema.format === 'email' && !isEmail(text)) return { code: 'EMAIL' }
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(text)) return { code: 'WRONG_FORMAT' }
  return null
}

function isMultiple(value: number, step: number): boolean {
  const steps = value / step
  return Math.abs(steps - Math.round(steps)) < 1e-6
}

function misfitOfNumber(schema: FieldSchema, value: number): Misfit | null {
  if (isOfType(schema, 'integer') && !Number.isInteger(value)) return { code: 'TOO_PRECISE' }
  if (schema.minimum !== undefined && value < schema.minimum) return { code: 'TOO_SMALL', limit: schema.minimum }
  if (schema.maximum !== undefined && value > schema.maximum) return { code: 'TOO_LARGE', limit: schema.maximum }
  if (schema.multipleOf !== undefined && !isMultiple(value, schema.multipleOf)) return { code: 'TOO_PRECISE' }
  return null
}

/** Why a value does not fit a schema, or null. The server checks again; this only tells the person earlier. */
export function misfitOf(schema: FieldSchema, value: unknown): Misfit | null {
  if (schema.anyOf) {
    const misfits = schema.anyOf.filter((one) => !takesNull(one)).map((one) => misfitOf(one, value))
    return misfits.length === 0 || misfits.includes(null) ? null : (misfits[0] ?? null)
  }
  if (schema.const !== undefined) return value === schema.const ? null : { code: 'NOT_IN_LIST' }
  if (schema.enum) return schema.enum.includes(value) ? null : { code: 'NOT_IN_LIST' }
  if (typeof value === 'string' && (schema.type === undefined || isOfType(schema, 'string')))
    return misfitOfText(schema, value)
  if (typeof value === 'number') return misfitOfNumber(schema, value)
  return null
}
