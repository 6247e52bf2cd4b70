import type { EndpointSpec, ReplyOf } from '#platform/contract/contract.ts'
import { type CallListeners, createCaller } from './caller.ts'
import { pageUser } from './page-user.ts'
import { type AnyGiven, addressOf, type Given, type GivenAddress, newKey } from './request.ts'
import { setClockBy } from './service-clock.ts'
import { browserTabs } from './session-refresh.ts'
import { reportUnanswered } from './use-connection.ts'

const listeners: CallListeners = {
  onMaintenance: () => {},
  onSessionEnded: () => {},
  onDeactivated: () => {},
  onRefused: async () => {},
  onUnanswered: reportUnanswered,
  onStepUp: async () => false,
}

/** Lets the shell react to what any call may find out: maintenance, an ended session, a proof to give again. */
export function listenToCalls(given: Partial<CallListeners>): void {
  Object.assign(listeners, given)
}

/** Waits until what is to be said of a code is there: those of refused calls are by themselves. */
export const readySentence = (code: string): Promise<void> => listeners.onRefused(code)

const caller = createCaller({
  fetch: async (address, request) => setClockBy(await fetch(address, request)),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  tabs: browserTabs(),
  newKey,
  pageUser,
  listeners,
})

type CallOptions = { signal?: AbortSignal; idempotencyKey?: string }

/** A file endpoint answers with its bytes, any other with its reply. */
export type Answer<E extends EndpointSpec> = E['file'] extends true ? Blob : ReplyOf<E>

/**
 * Calls an endpoint. Retries, the renewal of the session and the idempotency key are taken care of.
 * @throws ApiError
 */
export function call<E extends EndpointSpec>(endpoint: E, given: Given<E> & CallOptions): Promise<Answer<E>> {
  return caller(endpoint, given as AnyGiven & CallOptions) as Promise<Answer<E>>
}

/** The address of a file endpoint, for links and `<img>`. */
export function fileUrl<E extends EndpointSpec>(
  endpoint: E,
  params?: GivenAddress<E> extends { params: infer P } ? P : undefined,
  query?: GivenAddress<E> extends { query?: infer Q } ? Q : undefined,
): string {
  return addressOf(endpoint, { params, query } as AnyGiven)
}
