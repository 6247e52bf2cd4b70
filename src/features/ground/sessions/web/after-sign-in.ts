import { call } from '#platform/web/api/call.ts'
import { homeOf } from '#platform/web/api/user.ts'
import { safeNext } from '#platform/web/router/next-path.ts'
import { sessions } from '../contract.ts'

/**
 * Goes where the person was going, else where the role begins. A full load, so that nothing of before is left; the page
 * that comes tells the other tabs who is signed in.
 */
export async function leaveForHome(): Promise<void> {
  const next = safeNext(new URLSearchParams(window.location.search).get('next'))
  const user = await call(sessions.user, {})
  window.location.assign(next ?? homeOf(user))
}
