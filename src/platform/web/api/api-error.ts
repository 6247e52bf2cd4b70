import type { ErrorBody, ErrorCode, FieldError } from '#platform/contract/errors.ts'

/** Failures that no server sent: the network, or an answer that is not what the contract promises. */
export type LocalFailure = 'UNREACHABLE' | 'ABORTED' | 'INVALID_RESPONSE' | 'UNREADABLE'

interface Failure {
  status: number
  code: ErrorCode | LocalFailure
  message: string
  fields?: FieldError[]
  details?: unknown
  requestId?: string | null
  /** The key of the call's own sentence where nobody answers. */
  offline?: string | undefined
  /** Seconds the server asked to wait. */
  retryAfter?: number | null
  body?: Record<string, unknown>
}

/** What every failed call throws: the server's stable code, or a local one with status 0. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | LocalFailure
  readonly fields: readonly FieldError[]
  readonly details: unknown
  readonly requestId: string | null
  /** The key of the call's own sentence where nobody answered. */
  readonly offline: string | null
  /** Seconds the server asked to wait before the next try, when it said so. */
  readonly retryAfter: number | null
  /** The whole error body, for the few codes that carry more (`requiresPhoneNumber`, `userId`). */
  readonly body: Readonly<Record<string, unknown>>

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'ApiError'
    this.status = failure.status
    this.code = failure.code
    this.fields = failure.fields ?? []
    this.details = failure.details
    this.requestId = failure.requestId ?? null
    this.offline = failure.offline ?? null
    this.retryAfter = failure.retryAfter ?? null
    this.body = failure.body ?? {}
  }
}

/** Whether a value is an ApiError, of one of the codes when some are given. */
export function isApiError(error: unknown, ...codes: readonly ApiError['code'][]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code))
}

function secondsOf(header: string | null): number | null {
  const seconds = Number(header)
  return header !== null && header !== '' && Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}

/** Told by its fields: the table of all codes would cost every first view more than its answers ever need. */
function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false
  const { code, message, requestId } = body as Record<string, unknown>
  return [code, message, requestId].every((value) => typeof value === 'string')
}

/** Reads a refusal; a body that is not ours becomes UNREADABLE with its status. */
export async function errorOf(response: Response): Promise<ApiError> {
  const retryAfter = secondsOf(response.headers.get('retry-after'))
  const body: unknown = await response.json().catch(() => null)
  if (!isErrorBody(body)) {
    return new ApiError({ status: response.status, code: 'UNREADABLE', message: response.statusText, retryAfter })
  }
  return new ApiError({
    status: response.status,
    code: body.code,
    message: body.message,
    fields: body.fields ?? [],
    details: body.details,
    requestId: body.requestId ?? response.headers.get('x-request-id'),
    retryAfter,
    body: { ...body },
  })
}
