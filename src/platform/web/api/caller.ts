import type { EndpointSpec } from '#platform/contract/contract.ts'
import { checkReply } from '#platform/contract/reply-shapes.ts'
import { ApiError, isApiError } from './api-error.ts'
import { type AnyGiven, addressOf, requestOf } from './request.ts'
import { sendWithRetries } from './retry.ts'
import { refreshSession, type SharedBetweenTabs } from './session-refresh.ts'

/** What the shell wants to know about, whichever call found it out. */
export interface CallListeners {
  onMaintenance: () => void
  onSessionEnded: () => void
  onDeactivated: () => void
  /** A call was refused; it fails once this has made ready what is to be said of the code. */
  onRefused: (code: string) => Promise<void>
  /** Nobody answered: the network failed, or something before the service did. */
  onUnanswered: () => void
  /** Asks who is there to prove themselves again. Answers whether they did. */
  onStepUp: () => Promise<boolean>
}

export interface CallerParts {
  readonly fetch: (address: string, request: RequestInit) => Promise<Response>
  readonly wait: (milliseconds: number) => Promise<void>
  readonly tabs: SharedBetweenTabs
  readonly newKey: () => string
  /** Whom the page was drawn for; null for nobody. */
  readonly pageUser: () => string | null
  readonly listeners: CallListeners
}

export interface CallSettings extends AnyGiven {
  readonly signal?: AbortSignal | undefined
  readonly idempotencyKey?: string | undefined
}

async function replyOf(endpoint: EndpointSpec, response: Response): Promise<unknown> {
  if (endpoint.file) return response.blob()
  if (response.status === 204) return undefined
  const text = await response.text()
  if (text === '') return undefined
  const { status } = response
  const reply = parsed(text) ?? fault(status, 'Invalid response format')
  try {
    checkReply(endpoint, reply)
  } catch (error) {
    fault(status, (error as Error).message)
  }
  return reply
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fault(status: number, message: string): never {
  throw new ApiError({ status, code: 'INVALID_RESPONSE', message })
}

function notifyListeners(error: unknown, listeners: CallListeners) {
  if (isApiError(error, 'MAINTENANCE')) listeners.onMaintenance()
  if (isApiError(error, 'USER_DEACTIVATED')) listeners.onDeactivated()
  // Ended from elsewhere or by its age, a session is unknown rather than expired; the page may hold typed text alike.
  // Where somebody else is signed in by now, the session that the page was drawn for has ended.
  if (isApiError(error, 'SESSION_EXPIRED', 'UNAUTHENTICATED', 'PAGE_OF_ANOTHER_USER')) listeners.onSessionEnded()
}

/** What a gateway answers while the service behind it does not; 503 is also maintenance, which is heard of anyway. */
const UNANSWERED_STATUSES = [502, 504]

async function sendOnce({ fetch, listeners }: CallerParts, address: string, request: RequestInit): Promise<Response> {
  try {
    const response = await fetch(address, request)
    if (UNANSWERED_STATUSES.includes(response.status)) listeners.onUnanswered()
    return response
  } catch (error) {
    if (!request.signal?.aborted) listeners.onUnanswered()
    throw error
  }
}

/** The last answer of an endpoint that has an ETag. */
interface Held {
  readonly address: string
  readonly etag: string
  readonly reply: unknown
}

/** The last answers of endpoints that have an ETag, one of each; they go with the page. */
function heldAnswers() {
  const held = new Map<string, Held>()
  return {
    of({ path }: EndpointSpec, address: string): Held | undefined {
      const found = held.get(path)
      return found?.address === address ? found : undefined
    },
    keep(endpoint: EndpointSpec, address: string, response: Response, reply: unknown): void {
      const etag = endpoint.etag ? response.headers.get('etag') : null
      if (etag) held.set(endpoint.path, { address, etag, reply })
    },
  }
}

/** Whether the session goes on. */
async function renewSession(send: (address: string, request: RequestInit) => Promise<Response>, key: string) {
  const headers = { accept: 'application/json', 'idempotency-key': key }
  try {
    await send('/api/refresh', { method: 'POST', credentials: 'include', headers })
    return true
  } catch (error) {
    if (isApiError(error) && (error.status === 401 || error.status === 403)) return false
    throw error
  }
}

/** Makes the function that calls endpoints; the browser's own parts come from outside, so that tests drive them. */
export function createCaller(parts: CallerParts) {
  const held = heldAnswers()

  const send = (address: string, request: RequestInit, signal?: AbortSignal, offline?: string) =>
    sendWithRetries({
      send: () => sendOnce(parts, address, signal ? { ...request, signal } : request),
      wait: parts.wait,
      offline,
      ...(signal ? { signal } : {}),
    })

  const renew = () => renewSession(send, parts.newKey())

  /** An expired session is renewed, and whoever has to prove themselves again is asked; the call then goes once more. */
  const isMended = async (error: unknown, sentAt: number) => {
    if (isApiError(error, 'STEP_UP_REQUIRED')) return parts.listeners.onStepUp()
    return isApiError(error, 'SESSION_EXPIRED') && refreshSession(parts.tabs, sentAt, renew)
  }

  /** An answer that the server says still holds is given again. */
  const ask = async (endpoint: EndpointSpec, address: string, request: RequestInit, signal?: AbortSignal) => {
    const last = held.of(endpoint, address)
    const asked = last ? { ...request, headers: { ...request.headers, 'if-none-match': last.etag } } : request
    const response = await send(address, asked, signal, endpoint.offline)
    if (last && response.status === 304) return last.reply
    const reply = await replyOf(endpoint, response)
    held.keep(endpoint, address, response, reply)
    return reply
  }

  return async function call(endpoint: EndpointSpec, settings: CallSettings = {}): Promise<unknown> {
    const address = addressOf(endpoint, settings)
    const idempotencyKey = settings.idempotencyKey ?? parts.newKey()
    const request = requestOf(endpoint, settings, { idempotencyKey, pageUser: parts.pageUser() })
    const sentAt = parts.tabs.now()
    try {
      try {
        return await ask(endpoint, address, request, settings.signal)
      } catch (error) {
        if (!(await isMended(error, sentAt))) throw error
        return await ask(endpoint, address, request, settings.signal)
      }
    } catch (error) {
      notifyListeners(error, parts.listeners)
      if (isApiError(error)) await parts.listeners.onRefused(error.code)
      throw error
    }
  }
}
