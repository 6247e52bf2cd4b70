import { ApiError, errorOf } from './api-error.ts'

/** Specification §9: three more tries after the first, waiting 1, 2 and 4 seconds. */
const RETRIES = 3
const FIRST_WAIT_MS = 1000

/** Statuses with a meaning of their own; trying again would not change the answer. */
const FINAL_STATUSES = new Set([400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429, 500, 501])

/** Whether another try may help: the network failed, or a status that says nothing about the request itself. */
function mayRetry(error: ApiError): boolean {
  if (error.code === 'ABORTED' || error.code === 'MAINTENANCE') return false
  if (error.code === 'IDEMPOTENCY_KEY_IN_FLIGHT') return true
  return !FINAL_STATUSES.has(error.status)
}

/** The wait before a retry in milliseconds, counted from 0; a longer wish of the server wins. */
function waitBefore(retry: number, error: ApiError): number {
  return Math.max(FIRST_WAIT_MS * 2 ** retry, (error.retryAfter ?? 0) * 1000)
}

export interface Tries {
  /** Sends the request once. It must send the same bytes and headers each time. */
  readonly send: () => Promise<Response>
  /** The key of the call's own sentence where nobody answers. */
  readonly offline?: string | undefined
  readonly wait: (milliseconds: number) => Promise<void>
  readonly signal?: AbortSignal
}

async function tryOnce({ send, signal, offline }: Tries): Promise<Response | ApiError> {
  try {
    const response = await send()
    // Whoever sends an ETag may be told that the last answer still holds.
    return response.ok || response.status === 304 ? response : await errorOf(response)
  } catch (cause) {
    const code = signal?.aborted ? 'ABORTED' : 'UNREACHABLE'
    const message = cause instanceof Error ? cause.message : String(cause)
    return new ApiError({ status: 0, code, message, offline })
  }
}

/**
 * Sends until an answer counts: a success, or a refusal that a retry would not change.
 * @throws ApiError with the last failure.
 */
export async function sendWithRetries(tries: Tries): Promise<Response> {
  for (let retry = 0; ; retry += 1) {
    const answer = await tryOnce(tries)
    if (answer instanceof Response) return answer
    if (retry >= RETRIES || !mayRetry(answer)) throw answer
    await tries.wait(waitBefore(retry, answer))
    if (tries.signal?.aborted) throw new ApiError({ status: 0, code: 'ABORTED', message: 'Aborted' })
  }
}
