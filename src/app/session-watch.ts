import { sessions } from '#features/sessions/contract.ts'
import { isApiError } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import { refreshReads } from '#platform/web/api/refresh.ts'
import { isProbablySignedIn } from '#platform/web/api/signed-in-hint.ts'
import type { Flag } from '#platform/web/shell/Shell.tsx'
import { visitorKnown } from './visitor.ts'

/** Coming back to a page whose session has ended: whoever signed in beside it goes on, anybody else starts anew. */
async function lookAgain(sessionEnded: Flag) {
  const visitor = visitorKnown()
  if (!sessionEnded.get() || visitor?.kind !== 'user') return
  try {
    const user = await call(sessions.user, {})
    if (user.userId !== visitor.user.userId) return window.location.reload()
    sessionEnded.set(false)
    await refreshReads('all')
  } catch (error) {
    if (!isApiError(error)) throw error
  }
}

/** Follows what other tabs and the way back do to the session of this page. */
export function watchSession(sessionEnded: Flag): void {
  let asking = false
  const look = async () => {
    if (asking || document.visibilityState !== 'visible') return
    asking = true
    await lookAgain(sessionEnded).finally(() => {
      asking = false
    })
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
  // The browser keeps whole pages for its back button, also those of somebody who has signed out since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && visitorKnown()?.kind === 'user' && !isProbablySignedIn()) window.location.reload()
  })
}
