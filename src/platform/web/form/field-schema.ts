import { nearestAllowed } from '#platform/contract/bounds.ts'
import { isEmail } from '#platform/contract/validation.ts'

/** The part of JSON Schema that the contracts use. */
export interface FieldSchema {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly FieldSchema[]
  properties?: Record<string, FieldSchema>
  items?: FieldSchema
  minItems?: number
  required?: readonly string[]
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
}

/** Why a value is not valid; the codes are those of the server's validation. */
export interface ValidationError {
  code: string
  limit?: number | string
}

/** The schema of a field by its dotted name, and whether its object requires it; a number stands for a row of a list. */
export function schemaAt(body: FieldSchema | undefined, name: string): { schema: FieldSchema; required: boolean } {
  let schema: FieldSchema = body ?? {}
  let required = false
  for (const key of name.split('.')) {
    required = schema.required?.includes(key) ?? false
    schema = schema.properties?.[key] ?? schema.items ?? {}
  }
  return { schema, required }
}

const isOfType = ({ type }: FieldSchema, name: string) => type === name || (Array.isArray(type) && type.includes(name))

/** Whether the schema takes null, which then stands for an emptied field. */
export function takesNull(schema: FieldSchema): boolean {
  return isOfType(schema, 'null') || (schema.anyOf?.some(takesNull) ?? false)
}

function validateText(schema: FieldSchema, text: string): ValidationError | null {
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

function validateNumber(schema: FieldSchema, value: number): ValidationError | null {
  if (isOfType(schema, 'integer') && !Number.isInteger(value)) return { code: 'TOO_PRECISE' }
  if (schema.minimum !== undefined && value < schema.minimum) return { code: 'TOO_SMALL', limit: schema.minimum }
  if (schema.maximum !== undefined && value > schema.maximum) return { code: 'TOO_LARGE', limit: schema.maximum }
  const { exclusiveMinimum: above, exclusiveMaximum: below, multipleOf: step } = schema
  if (above !== undefined && value <= above)
    return { code: 'TOO_SMALL', limit: nearestAllowed('exclusiveMinimum', above, step) }
  if (below !== undefined && value >= below)
    return { code: 'TOO_LARGE', limit: nearestAllowed('exclusiveMaximum', below, step) }
  if (schema.multipleOf !== undefined && !isMultiple(value, schema.multipleOf)) return { code: 'TOO_PRECISE' }
  return null
}

/** Validates a value against a schema; null when it is valid. The server validates again. */
export function validateValue(schema: FieldSchema, value: unknown): ValidationError | null {
  if (schema.anyOf) {
    const errors = schema.anyOf.filter((one) => !takesNull(one)).map((one) => validateValue(one, value))
    return errors.length === 0 || errors.includes(null) ? null : (errors[0] ?? null)
  }
  if (schema.const !== undefined) return value === schema.const ? null : { code: 'NOT_IN_LIST' }
  if (schema.enum) return schema.enum.includes(value) ? null : { code: 'NOT_IN_LIST' }
  if (typeof value === 'string' && (schema.type === undefined || isOfType(schema, 'string')))
    return validateText(schema, value)
  if (typeof value === 'number') return validateNumber(schema, value)
  return null
}
