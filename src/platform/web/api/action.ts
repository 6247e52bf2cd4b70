import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import type { ErrorCode } from '#platform/contract/errors.ts'
import { type ApiError, isApiError } from './api-error.ts'
import { type Answer, call } from './call.ts'
import { toastFailure } from './failure-toast.ts'
import { refreshReads, renewRead } from './refresh.ts'
import { type AnyGiven, type Given, newKey } from './request.ts'

export interface Renewal {
  readonly read: EndpointSpec
  readonly given: AnyGiven
  readonly untouched?: readonly EndpointSpec[]
}

export interface ActionOptions<E extends EndpointSpec> {
  /** Reads to fetch again after success. */
  refresh?: readonly EndpointSpec[]
  /** The read that the reply answers anew, at its address, and reads besides that the change leaves as they are. */
  renews?: Renewal | undefined
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

interface State<E extends EndpointSpec> {
  readonly data: Answer<E> | undefined
  readonly error: ApiError | null
  readonly isPending: boolean
  readonly isSuccess: boolean
  readonly isError: boolean
}

/** What `useApiAction` gives: how the last call went, and the ways to call. */
export interface ApiAction<E extends EndpointSpec> extends State<E> {
  /** Calls; what comes of it is told by the fields. */
  readonly mutate: (given: Given<E>) => void
  /** Calls and waits. @throws ApiError */
  readonly mutateAsync: (given: Given<E>) => Promise<Answer<E>>
  /** Forgets how the last call went. */
  readonly reset: () => void
}

const idle = { data: undefined, error: null, isPending: false, isSuccess: false, isError: false }

/** How the last of several calls goes; an earlier one that ends later is not shown. */
function useLatest<E extends EndpointSpec>() {
  const [state, setState] = useState<State<E>>(idle)
  const latest = useRef(0)
  const begin = useCallback(() => {
    const own = ++latest.current
    return (next: State<E>) => own === latest.current && setState(next)
  }, [])
  return { state, begin }
}

/** A change: `mutate(given)` or `await mutateAsync(given)`. A failure shows its toast unless the screen handles it. */
export function useApiAction<E extends EndpointSpec>(endpoint: E, options: ActionOptions<E> = {}): ApiAction<E> {
  const keys = useKeptKey()
  const { state, begin } = useLatest<E>()
  const now = useRef({ endpoint, options, keys })
  useLayoutEffect(() => {
    now.current = { endpoint, options, keys }
  })
  const mutateAsync = useCallback(
    async (given: Given<E>) => {
      const show = begin()
      show({ ...idle, isPending: true })
      try {
        const data = await callOnce(now.current.endpoint, given, now.current.keys)
        // What the screen says by now counts, also after it has been left.
        const { refresh = [], renews } = now.current.options
        if (renews) renewRead(renews.read, renews.given, data)
        await refreshReads(refresh, renews ? [renews.read, ...(renews.untouched ?? [])] : [])
        await now.current.options.onSuccess?.(data, given)
        show({ ...idle, data, isSuccess: true })
        return data
      } catch (thrown) {
        const error = thrown as ApiError
        fail(error, now.current.options)
        show({ ...idle, error, isError: true })
        throw error
      }
    },
    [begin],
  )
  const mutate = useCallback((given: Given<E>) => void mutateAsync(given).catch(() => {}), [mutateAsync])
  const reset = useCallback(() => void begin()(idle), [begin])
  return { ...state, mutate, mutateAsync, reset }
}

/** Calls with the key of the same input's unanswered try. */
async function callOnce<E extends EndpointSpec>(endpoint: E, given: Given<E>, keys: ReturnType<typeof useKeptKey>) {
  const { body } = given as AnyGiven
  const fingerprint = body instanceof Blob ? newKey() : JSON.stringify(given)
  try {
    const reply = await call(endpoint, { ...given, idempotencyKey: keys.keyFor(fingerprint) })
    keys.settle(null)
    return reply
  } catch (error) {
    keys.settle(error as ApiError)
    throw error
  }
}

function fail<E extends EndpointSpec>(error: ApiError, { handles = [], onError }: ActionOptions<E>) {
  const isHandled = handles === 'all' || (isApiError(error) && handles.includes(error.code))
  if (!isHandled) toastFailure(error)
  onError?.(error)
}
