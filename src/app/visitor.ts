import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { sessions } from '#features/sessions/contract.ts'
import { call, isApiError } from '#platform/web/api/api.ts'
import { forgetSignedIn } from '#platform/web/api/signed-in-hint.ts'
import type { Visitor } from '#platform/web/api/user.ts'
import { chooseLanguage } from '#platform/web/words/i18n.ts'

async function readVisitor(signal: AbortSignal): Promise<Visitor> {
  // The server has seen no session's cookie with this page, so asking would only be refused.
  if (document.documentElement.dataset.session === 'none') {
    forgetSignedIn()
    return { kind: 'anonymous' }
  }
  try {
    const user = await call(sessions.user, { signal })
    // A browser that has not chosen a language speaks the one that the person has.
    if (!/(?:^|;\s*)language=/.test(document.cookie)) await chooseLanguage(user.language)
    return user.deactivated ? { kind: 'deactivated' } : { kind: 'user', user }
  } catch (error) {
    if (!isApiError(error)) throw error
    if (error.code === 'USER_DEACTIVATED') return { kind: 'deactivated' }
    if (error.status !== 401) throw error
    forgetSignedIn()
    return { kind: 'anonymous' }
  }
}

const options = queryOptions({
  queryKey: ['visitor'],
  queryFn: ({ signal }) => readVisitor(signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Waits for the pending user fetch, or starts it; navigation depends on the answer. */
export function visitorNow(queries: QueryClient): Promise<Visitor> {
  return queries.ensureQueryData(options)
}

export function useVisitorQuery(): Visitor {
  return useQuery(options).data ?? { kind: 'anonymous' }
}

/** A call has found out that the person is deactivated. */
export function markDeactivated(queries: QueryClient): void {
  queries.setQueryData<Visitor>(options.queryKey, { kind: 'deactivated' })
}

/** Who is here as far as it is known; asks nobody. */
export function visitorKnown(queries: QueryClient): Visitor | undefined {
  return queries.getQueryData<Visitor>(options.queryKey)
}
