import type { FastifyRequest } from 'fastify'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Services } from './context.ts'
import { countAttempt } from './limits.ts'

/** After the body is read: its kind, its schema, the limits that look at a field. */
export async function checkInput(request: FastifyRequest, spec: EndpointSpec, services: Services) {
  checkContentType(request, spec)
  if (request.validationError) throw Object.assign(request.validationError, { spec })
  if (spec.upload && !Buffer.isBuffer(request.body)) throw new AppError('CONTENT_TYPE_NOT_SUPPORTED')
  if (!spec.body && !spec.upload && request.body) refuseFields(request.body)
  refuseDepth(request.query as Record<string, unknown>)
  if (spec.limit) await countCall(request, spec.limit, services)
}

/** A list says of its size at most "over 10,000"; a page far behind that would cost the database every row before it. */
const DEEPEST_ROW = 100_000

function refuseDepth({ page, limit, pageSize }: Record<string, unknown>) {
  const rows = Number(limit ?? pageSize ?? 0)
  if ((Number(page ?? 1) - 1) * rows < DEEPEST_ROW) return
  throw new AppError('VALIDATION', { fields: [{ path: 'page', code: 'OUT_OF_RANGE', message: 'lies too deep' }] })
}

function checkContentType({ headers, body }: FastifyRequest, spec: EndpointSpec) {
  if (body === undefined || body === null) return
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  const accepted = spec.upload ? spec.upload.contentTypes : ['application/json']
  if (!accepted.includes(type)) throw new AppError('CONTENT_TYPE_NOT_SUPPORTED')
}

function refuseFields(body: object) {
  const fields = Object.keys(body).map((path) => ({ path, code: 'UNKNOWN_FIELD', message: 'is not known' }))
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
