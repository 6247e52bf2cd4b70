/** Examples of the API document: a value for every schema, in the words of a bicycle order. */
import { present } from '#platform/values/present.ts'
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly minItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
}

/** Texts by the name of their field, the first that fits. */
const byField: readonly (readonly [RegExp, string])[] = [
  [/email/i, 'maija.malli@yritys.example'],
  [/phone/i, '0401234567'],
  [/firstName/, 'Maija'],
  [/lastName/, 'Malli'],
  [/(company|employer|lessor|leasingCompany).*name$/i, 'Esimerkki Oy'],
  [/storeName|store/i, 'Esimerkkipyörä'],
  [/unitName|unit$/i, 'Tuotekehitys'],
  [/businessId/i, '1234567-1'],
  [/vatNumber/i, 'FI12345671'],
  [/iban/i, 'FI2112345600000785'],
  [/referenceNumber/i, '1232'],
  [/orderNumber/i, 'P-7K3M-9QXA'],
  [/agreementNumber/i, 'S-4T8W-2HCE'],
  [/employeeNumber/i, '1042'],
  [/frameNumber/i, 'WTU123K4567X'],
  [/sha256|hash$/i, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  [/website|url|link/i, 'https://yritys.example'],
  [/city/i, 'Tampere'],
  [/postalCode/i, '33100'],
  [/address/i, 'Esimerkkikatu 3'],
  [/password/i, 'kolme sanaa rivissä'],
  [/reason|comment|remark/i, 'Toimitus viivästyi liikkeessä.'],
  [/search/i, 'malli'],
  [/token/i, 'q3x7Yw0bN5cV8mT2kL6sD1fG4hJ9pR0aZ'],
  [/name$/i, 'Esimerkki'],
]

/** Texts that fit a pattern of a contract. */
const patterned = [
  '/api/orders/list-data',
  '123456',
  '2026',
  '#1b6e53',
  'FI',
  '2026-05',
  'a'.repeat(64),
  'ESIMERKKI',
  'Esimerkki 1',
]

const byFormat: Readonly<Record<string, string>> = {
  uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
  date: '2026-05-04',
  'date-time': '2026-05-04T08:30:00.000Z',
  email: 'maija.malli@yritys.example',
  uri: 'https://yritys.example',
}

function textExample(schema: Schema, field: string): string {
  const formatted = byFormat[schema.format ?? '']
  if (formatted) return formatted
  const named = byField.find(([name]) => name.test(field))?.[1]
  const fits = (text: string) =>
    text.length <= (schema.maxLength ?? text.length) && new RegExp(schema.pattern ?? '').test(text)
  const text = [named ?? 'esimerkki', ...patterned].find(fits) ?? 'esimerkki'.slice(0, schema.maxLength)
  return text.padEnd(schema.minLength ?? 0, 'x')
}

function numberExample({ minimum, exclusiveMinimum, maximum }: Schema, field: string): number {
  const wanted = /year/i.test(field) ? 2026 : /month/i.test(field) ? 12 : /page|version/i.test(field) ? 1 : 20
  const lowest = minimum ?? (exclusiveMinimum === undefined ? wanted : exclusiveMinimum + 1)
  return Math.min(Math.max(wanted, lowest), maximum ?? Number.MAX_SAFE_INTEGER)
}

/** A value that a schema accepts; the name of its field gives it a meaning. */
function exampleOf(schema: Schema, field = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.oneOf) return exampleOf(present(schema.oneOf[0]), field)
  if (schema.anyOf)
    return exampleOf(schema.anyOf.find(({ type }) => type !== 'null') ?? present(schema.anyOf[0]), field)
  const type = typeof schema.type === 'object' ? schema.type.find((one) => one !== 'null') : schema.type
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, value]) => [name, exampleOf(value, name)]),
    )
  if (type === 'array') return schema.items ? [exampleOf(schema.items, field.replace(/s$/, ''))] : []
  if (type === 'integer' || type === 'number') return numberExample(schema, field)
  if (type === 'boolean') return true
  if (type === 'null') return null
  return textExample(schema, field)
}

export interface Content {
  readonly content?: Readonly<Record<string, { schema?: Schema; example?: unknown }>>
}
export interface Operation {
  readonly parameters?: readonly { name: string; schema?: Schema; example?: unknown }[]
  readonly requestBody?: Content
  readonly responses?: Readonly<Record<string, Content>>
}
export interface ApiDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly responses?: Readonly<Record<string, Content>> }
}

const jsonOf = (part: Content | undefined) => part?.content?.['application/json']

/** Gives every parameter, body and reply of a document its example, in place. */
export function addExamples<D extends ApiDocument>(document: D): D {
  const operations = Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods))
  for (const { parameters = [], requestBody, responses = {} } of operations) {
    for (const parameter of parameters) parameter.example = exampleOf(parameter.schema ?? {}, parameter.name)
    for (const json of [requestBody, ...Object.values(responses)].map(jsonOf))
      if (json?.schema) json.example = exampleOf(json.schema)
  }
  for (const json of Object.values(document.components?.responses ?? {}).map(jsonOf))
    if (json?.schema) json.example = exampleOf(json.schema)
  return document
}
