import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import type { ApiError } from './api-error.ts'
import { type Answer, call } from './call.ts'
import { keyOf, queries } from './queries.ts'
import type { AnyGiven, Given, GivenAddress } from './request.ts'

// What a screen says to the server comes from here. What every page starts with, and signing in, take the parts
// themselves, and so do without the cache of reads.
export { useApiAction } from './action.ts'
export { ApiError, isApiError } from './api-error.ts'
export { type Answer, call, fileUrl } from './call.ts'
export { alsoOld, refreshReads } from './refresh.ts'
export { type AnyGiven, type GivenAddress, givenAny } from './request.ts'

export interface ReadOptions {
  enabled?: boolean
  /** Shows the last rows while the next page loads. */
  keepPrevious?: boolean
  refetchIntervalMs?: number
  staleMs?: number
}

/** An answer that another read has brought along, and when. */
export interface Known<Reply> {
  readonly data: Reply
  readonly at: number
}

/** Reads an endpoint and keeps the answer in the cache; the result goes into `Loaded`. */
export function useApi<E extends EndpointSpec>(
  endpoint: E,
  given: GivenAddress<E> & ReadOptions & { known?: Known<Answer<E>> | undefined },
): UseQueryResult<Answer<E>, ApiError> {
  const { enabled, keepPrevious, refetchIntervalMs, staleMs, known, ...address } = given as AnyGiven &
    ReadOptions & { known?: Known<Answer<E>> }
  const options = {
    queryKey: keyOf(endpoint, address),
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, { ...(address as Given<E>), signal }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(known ? { initialData: known.data, initialDataUpdatedAt: known.at } : {}),
    ...(refetchIntervalMs ? { refetchInterval: refetchIntervalMs } : {}),
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
  }
  return useQuery<Answer<E>, ApiError>(options, queries)
}
