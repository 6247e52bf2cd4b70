import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { type ApiError, isApiError } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { showFailure } from '#platform/web/shell/toasts.ts'

/** Failures that the shell shows in its own way, or that nobody needs to hear about. */
const SILENT: readonly ApiError['code'][] = ['ABORTED', 'MAINTENANCE', 'USER_DEACTIVATED', 'SESSION_EXPIRED']

function toast(error: Error) {
  if (isApiError(error) && !SILENT.includes(error.code)) showFailure(textOfError(error))
}

/**
 * The cache of reads. The call itself retries, so the cache does not. A failed action shows its toast unless the screen
 * handles the code; a failed read has a face of its own and toasts only when older rows stay on screen.
 */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 5000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.state.data !== undefined) toast(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _given, _context, mutation) => {
        const handles = (mutation.meta?.handles ?? []) as readonly string[] | 'all'
        if (handles === 'all' || (isApiError(error) && handles.includes(error.code))) return
        toast(error)
      },
    }),
  })
}
