import { forgetSignedIn, isProbablySignedIn } from '#platform/web/api/signed-in-hint.ts'

export interface User {
  userId: string
  firstName: string
  workEmail: string
  deactivated: boolean
  userRoles: { role: { name: string } }[]
}

/** @throws Error when the answer says nothing about who is there, as during maintenance */
async function fetchUser(mayRefresh = true): Promise<User | 'deactivated' | 'unknown'> {
  const answer = await fetch('/api/user', { headers: { accept: 'application/json' } })
  if (answer.ok) return (await answer.json()) as User
  const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
  if (answer.status === 403) return 'deactivated'
  if (answer.status !== 401) throw new Error(`GET /api/user: ${answer.status}`)
  if (code !== 'SESSION_EXPIRED' || !mayRefresh) return 'unknown'
  const renewed = await fetch('/api/refresh', { method: 'POST' })
  if (renewed.ok) return fetchUser(false)
  if (renewed.status !== 401) throw new Error(`POST /api/refresh: ${renewed.status}`)
  return 'unknown'
}

async function ask(): Promise<User | 'deactivated' | null> {
  if (!isProbablySignedIn()) return null
  const user = await fetchUser()
  if (user !== 'unknown') return user
  forgetSignedIn()
  return null
}

let asked: Promise<User | 'deactivated' | null> | undefined

/**
 * Who is signed in, asked once a page and with the session renewed where it has run out. Asks only in a browser where
 * somebody has signed in and not out again, so that visitors cause no refused request. Null when nobody is signed in,
 * or when the service could not say.
 */
export function whoIsSignedIn(): Promise<User | 'deactivated' | null> {
  asked ??= ask().catch(() => null)
  return asked
}

/** The same asked anew, for a page that the browser has kept for its way back. */
export function whoIsSignedInNow(): ReturnType<typeof whoIsSignedIn> {
  asked = undefined
  return whoIsSignedIn()
}
