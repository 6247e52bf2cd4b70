import type { FastifyRequest } from 'fastify'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { AppError, failField } from '#platform/contract/errors.ts'
import { containsPersonalIdentityCode } from '#platform/values/personal-identity-code.ts'
import { present } from '#platform/values/present.ts'
import { cleanText } from '#platform/values/typed/texts.ts'
import type { Services } from './context.ts'
import { countAttempt } from './limits.ts'

/** The specification's constant: every value of a filter. */
const ALL = 'ALL'
/** What people type is looked for as it stands, the word ALL too. */
const isTyped = (name: string) => /^search|Name$|^email$|^phoneNumber$|^fileName$/.test(name)

/** What is typed in secret, or is no text of a person, stays byte by byte. */
const isKept = (name: string) => /password|token|secret|signature|^code$/i.test(name)

/** Nothing that we take lies deeper; what does is the schema's to refuse. */
const DEEPEST = 20

/** Brings the texts of an input into the one form in which they are kept, in place. */
function cleanIn(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value) || depth > DEEPEST) return
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') cleanIn(inner, depth + 1)
    // A name such as `__proto__` is no field, and setting it would be more than a change of a text.
    else if (!isKept(name) && Object.hasOwn(value, name) && name !== '__proto__') {
      const clean = cleanText(inner)
      if (clean !== inner) (value as Record<string, unknown>)[name] = clean
    }
  }
}

/**
 * Before the schema: texts are brought into their one form, a filter that is empty or ALL is no filter, and a body that is left out is an empty one where no
 * field of it is required.
 */
export function fillIn(request: FastifyRequest, spec: EndpointSpec) {
  cleanIn(request.query)
  cleanIn(request.body)
  const query = request.query as Record<string, unknown>
  const required = (spec.query as { required?: string[] } | undefined)?.required ?? []
  for (const [name, value] of Object.entries(query))
    if (!required.includes(name) && (value === '' || (value === ALL && !isTyped(name)))) delete query[name]
  const { body } = spec as { body?: { type?: string; required?: string[] } }
  const mayBeEmpty = body?.type === 'object' && (body.required ?? []).length === 0
  if (mayBeEmpty && (request.body === undefined || request.body === null)) request.body = {}
}

/** After the body is read: its kind, its schema, the limits that look at a field. */
export async function checkInput(request: FastifyRequest, spec: EndpointSpec, services: Services) {
  checkContentType(request, spec)
  if (request.validationError) throw Object.assign(request.validationError, { spec })
  // A file that travels inside JSON is handed on as the bytes of that JSON.
  if (spec.upload?.contentTypes.includes('application/json') && request.body && !Buffer.isBuffer(request.body))
    request.body = Buffer.from(JSON.stringify(request.body))
  if (spec.upload && !Buffer.isBuffer(request.body)) throw new AppError('CONTENT_TYPE_NOT_SUPPORTED')
  if (!spec.body && !spec.upload && request.body) refuseFields(request.body)
  if (spec.body) refuseIdentityCodes(request.body)
  refuseDepth(request.query as Record<string, unknown>)
  if (spec.limit) await countCall(request, spec.limit, services)
}

/** A list says of its size at most "over 10,000"; a page far behind that would cost the database every row before it. */
const DEEPEST_ROW = 100_000

function refuseDepth({ page, limit, pageSize }: Record<string, unknown>) {
  const rows = Number(limit ?? pageSize ?? 0)
  if ((Number(page ?? 1) - 1) * rows < DEEPEST_ROW) return
  failField('page', 'TOO_LARGE', 'lies too deep', Math.floor(DEEPEST_ROW / rows))
}

function checkContentType({ headers, body }: FastifyRequest, spec: EndpointSpec) {
  if (body === undefined || body === null) return
  const isSent = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!isSent) return
  const type = present((headers['content-type'] ?? '').split(';')[0])
    .trim()
    .toLowerCase()
  const accepted = spec.upload ? spec.upload.contentTypes : ['application/json']
  if (!accepted.includes(type)) throw new AppError('CONTENT_TYPE_NOT_SUPPORTED')
}

function refuseFields(body: object) {
  const fields = Object.keys(body).map((path) => ({ path, code: 'UNKNOWN_FIELD', message: 'is not known' }))
  if (fields.length > 0) throw new AppError('VALIDATION', { fields })
}

/** Where texts of a body hold a personal identity code. What is typed in secret is never read by anybody. */
function identityCodesIn(value: unknown, path: string): string[] {
  if (typeof value === 'string') return containsPersonalIdentityCode(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    /password|token/i.test(name) ? [] : identityCodesIn(inner, path ? `${path}.${name}` : name),
  )
}

function refuseIdentityCodes(body: unknown) {
  const message = 'holds a personal identity code, which is not kept here'
  const fields = identityCodesIn(body, '').map((path) => ({ path, code: 'PERSONAL_IDENTITY_CODE', message }))
  if (fields.length > 0) throw new AppError('VALIDATION', { fields })
}

async function countCall(
  { body, ip }: FastifyRequest,
  { action, by }: NonNullable<EndpointSpec['limit']>,
  { database, env }: Services,
) {
  const value = by ? (body as Record<string, unknown> | undefined)?.[by] : undefined
  const identifier = typeof value === 'string' ? value : undefined
  await countAttempt(database.primary, action, { identifier, address: ip }, env.now())
}
