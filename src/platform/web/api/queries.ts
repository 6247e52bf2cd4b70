import { QueryCache, QueryClient } from '@tanstack/react-query'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { toastFailure } from './failure-toast.ts'
import { onRefresh, onRenewal } from './refresh.ts'
import type { AnyGiven } from './request.ts'

/**
 * The cache of reads. The call itself retries, so the cache does not. A failed read has a face of its own and toasts only
 * when older rows stay on screen.
 */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5000, networkMode: 'always' } },
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.state.data !== undefined) toastFailure(error)
    },
  }),
})
// Reads are fetched again when the window is looked at again.
queries.mount()

onRefresh(async (reads) => {
  if (reads === 'all') return queries.invalidateQueries()
  await Promise.all(reads.map(({ method, path }) => queries.invalidateQueries({ queryKey: [method, path] })))
})
onRenewal((read, given, reply) => void queries.setQueryData(keyOf(read, given), reply))

/** The cache key of a read: method and path first, so that one endpoint can be refreshed as a whole. */
export function keyOf(endpoint: EndpointSpec, given: AnyGiven = {}) {
  return [endpoint.method, endpoint.path, given.params ?? {}, given.query ?? {}] as const
}
