import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import type { EndpointSpec, ReplyOf } from '#platform/contract/contract.ts'
import type { ErrorCode } from '#platform/contract/errors.ts'
import type { ApiError } from './api-error.ts'
import { type CallListeners, createCaller } from './caller.ts'
import { type AnyGiven, addressOf, type Given, type GivenAddress, newKey } from './request.ts'
import { setClockBy } from './service-clock.ts'
import { browserTabs } from './session-refresh.ts'
import { reportUnanswered } from './use-connection.ts'

export { ApiError, isApiError } from './api-error.ts'
export type { Given, GivenAddress } from './request.ts'

const listeners: CallListeners = {
  onMaintenance: () => {},
  onSessionEnded: () => {},
  onDeactivated: () => {},
  onUnanswered: reportUnanswered,
  onStepUp: async () => false,
}

/** Lets the shell react to what any call may find out: maintenance, an ended session, a proof to give again. */
export function listenToCalls(given: Partial<CallListeners>): void {
  Object.assign(listeners, given)
}

const caller = createCaller({
  fetch: async (address, request) => setClockBy(await fetch(address, request)),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  tabs: browserTabs(),
  newKey,
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

/** The cache key of a read: method and path first, so that one endpoint can be refreshed as a whole. */
function keyOf(endpoint: EndpointSpec, given: AnyGiven = {}) {
  return [endpoint.method, endpoint.path, given.params ?? {}, given.query ?? {}] as const
}

export interface ReadOptions {
  enabled?: boolean
  /** Shows the last rows while the next page loads. */
  keepPrevious?: boolean
  refetchIntervalMs?: number
  staleMs?: number
}

/** Reads an endpoint and keeps the answer in the cache; the result goes into `Loaded`. */
export function useApi<E extends EndpointSpec>(
  endpoint: E,
  given: GivenAddress<E> & ReadOptions,
): UseQueryResult<Answer<E>, ApiError> {
  const { enabled, keepPrevious, refetchIntervalMs, staleMs, ...address } = given as AnyGiven & ReadOptions
  return useQuery<Answer<E>, ApiError>({
    queryKey: keyOf(endpoint, address),
    queryFn: ({ signal }) => caller(endpoint, { ...address, signal }) as Promise<Answer<E>>,
    ...(enabled === undefined ? {} : { enabled }),
    ...(keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
    ...(refetchIntervalMs ? { refetchInterval: refetchIntervalMs } : {}),
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
  })
}

export interface ActionOptions<E extends EndpointSpec> {
  /** Reads to fetch again after success. */
  refresh?: readonly EndpointSpec[]
  onSuccess?: (reply: Answer<E>, given: Given<E>) => void | Promise<void>
  onError?: (error: ApiError) => void
  /** Codes that the screen shows itself; `'all'` keeps every toast away. */
  handles?: readonly (ErrorCode | ApiError['code'])[] | 'all'
}

/** Whether the server may have done the work although we got no answer. */
const mayHaveHappened = (error: ApiError) => error.status === 0 || error.status >= 500

function useKeptKey() {
  const kept = useRef<{ input: string; key: string } | null>(null)
  return {
    /** The key of the same input's unanswered try, so that pressing again cannot do the work twice. */
    keyFor(input: string): string {
      if (kept.current?.input !== input) kept.current = { input, key: newKey() }
      return kept.current.key
    },
    settle(error: ApiError | null) {
      if (!error || !mayHaveHappened(error)) kept.current = null
    },
  }
}

/** A change: `mutate(given)` or `await mutateAsync(given)`. A failure shows its toast unless the screen handles it. */
export function useApiAction<E extends EndpointSpec>(
  endpoint: E,
  options: ActionOptions<E> = {},
): UseMutationResult<Answer<E>, ApiError, Given<E>> {
  const queries = useQueryClient()
  const keys = useKeptKey()
  return useMutation<Answer<E>, ApiError, Given<E>>({
    mutationFn: (given) => {
      const input = given as AnyGiven
      const fingerprint = input.body instanceof Blob ? newKey() : JSON.stringify(input)
      return caller(endpoint, { ...input, idempotencyKey: keys.keyFor(fingerprint) }) as Promise<Answer<E>>
    },
    meta: { handles: options.handles ?? [] },
    onSuccess: async (reply, given) => {
      keys.settle(null)
      const stale = (options.refresh ?? []).map((read) =>
        queries.invalidateQueries({ queryKey: [read.method, read.path] }),
      )
      await Promise.all(stale)
      await options.onSuccess?.(reply, given)
    },
    onError: (error) => {
      keys.settle(error)
      options.onError?.(error)
    },
  })
}
