import Ajv, { type Code, type ErrorObject, str, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import { nearestAllowed } from '#platform/contract/bounds.ts'
import type { FieldError } from '#platform/contract/errors.ts'

const options = {
  removeAdditional: false,
  useDefaults: true,
  allErrors: true,
  // Of a body with a shape for each step only that of the step itself is looked at.
  discriminator: true,
  strict: false,
  // An error then bears its schema, whose step makes the limit of an exclusive bound.
  verbose: true,
} as const

/** What has been compiled is kept by its schema, of which every server of a process takes the same. */
const serializers = new WeakMap<object, (data: unknown) => string>()
let validators: { readonly ofText: Ajv.default; readonly ofBody: Ajv.default } | undefined

/** Query and path values arrive as text and are read as their type; a body says its types itself. */
function validatorsByPart() {
  validators ??= {
    ofText: completed(new Ajv.default({ ...options, coerceTypes: true })),
    ofBody: completed(new Ajv.default({ ...options, coerceTypes: false })),
  }
  return validators
}

function serializerOf(schema: object) {
  const known = serializers.get(schema) ?? fastJson(schema as Schema)
  serializers.set(schema, known)
  return known
}

/** A schema is compiled at its first use: most endpoints of a process are never called, and all of them take seconds. */
export function setSchemaCompilers(app: FastifyInstance) {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    let compiled: ValidateFunction | undefined
    const validate: ReadErrors = (data) => {
      compiled ??= validatorsByPart()[httpPart === 'body' ? 'ofBody' : 'ofText'].compile(schema as object)
      const isValid = compiled(data)
      validate.errors = compiled.errors
      return isValid
    }
    return validate
  })
  app.setSerializerCompiler(({ schema }) => {
    let compiled: ((data: unknown) => string) | undefined
    return (data) => {
      compiled ??= serializerOf(schema as object)
      return compiled(data)
    }
  })
}

/** A check that leaves what it found on itself, where Fastify reads it. */
type ReadErrors = { (data: unknown): boolean; errors?: ValidateFunction['errors'] }

/** Whether a number is the nearest one to a multiple of the step in decimals: 0.3 is one of 0.01, 0.30000000000000004 not. */
function isDecimalMultiple(step: number, value: number): boolean {
  const decimals = String(step).split('.')[1]?.length ?? 0
  return Number((Math.round(value / step) * step).toFixed(decimals)) === value
}

/** The keyword's own reckoning in floats refuses 0.07 or, with a tolerance, lets a third decimal through to the codec. */
const multipleOf = {
  keyword: 'multipleOf',
  type: 'number' as const,
  schemaType: 'number' as const,
  validate: isDecimalMultiple,
  error: { message: ({ schemaCode }: { schemaCode: unknown }) => str`must be multiple of ${schemaCode as Code}` },
}

function completed(ajv: Ajv.default): Ajv.default {
  addFormats.default(ajv, ['uuid', 'date', 'date-time', 'email', 'uri'])
  return ajv.removeKeyword('multipleOf').addKeyword(multipleOf)
}

const codeOfKeyword: Record<string, string> = {
  required: 'REQUIRED',
  additionalProperties: 'UNKNOWN_FIELD',
  minLength: 'TOO_SHORT',
  maxLength: 'TOO_LONG',
  minimum: 'TOO_SMALL',
  maximum: 'TOO_LARGE',
  exclusiveMinimum: 'TOO_SMALL',
  exclusiveMaximum: 'TOO_LARGE',
  multipleOf: 'TOO_PRECISE',
  enum: 'NOT_IN_LIST',
  type: 'WRONG_TYPE',
  format: 'WRONG_FORMAT',
  pattern: 'WRONG_FORMAT',
  minItems: 'TOO_FEW',
  maxItems: 'TOO_MANY',
  uniqueItems: 'NOT_UNIQUE',
}

const limited = new Set(['TOO_SMALL', 'TOO_LARGE', 'TOO_SHORT', 'TOO_LONG'])

/** The limit that stands in the text of an error; of an exclusive bound the nearest value that passes. */
function limitOf({ keyword, params, parentSchema }: ErrorObject, code: string): { limit?: number } {
  const { limit } = params as { limit?: number }
  if (limit === undefined || !limited.has(code)) return {}
  return { limit: nearestAllowed(keyword, limit, parentSchema?.multipleOf) }
}

/** The field errors of a failed schema: a dotted path, a code with a text in every language, and an English sentence. */
export function fieldErrorsOf(errors: readonly ErrorObject[]): FieldError[] {
  const byPath = new Map<string, FieldError>()
  for (const error of errors) {
    if (['anyOf', 'if', 'discriminator'].includes(error.keyword)) continue
    const parameter = error.params as { missingProperty?: string; additionalProperty?: string }
    const tail = parameter.missingProperty ?? parameter.additionalProperty
    const path = [...error.instancePath.split('/').slice(1), ...(tail ? [tail] : [])].join('.')
    const isBlank = error.keyword === 'minLength' && (error.params as { limit?: number }).limit === 1
    const code = isBlank ? 'REQUIRED' : (codeOfKeyword[error.keyword] ?? 'NOT_VALID')
    if (!byPath.has(path))
      byPath.set(path, { path, code, message: error.message ?? 'is not valid', ...limitOf(error, code) })
  }
  return [...byPath.values()]
}
