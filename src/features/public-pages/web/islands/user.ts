import { kept, keys } from './storage.ts'

export interface User {
  firstName: string
  workEmail: string
  deactivated: boolean
  userRoles: { role: { name: string } }[]
}

async function fetchUser(mayRefresh = true): Promise<User | 'deactivated' | 'unknown'> {
  const answer = await fetch('/api/user', { headers: { accept: 'application/json' } })
  if (answer.ok) return (await answer.json()) as User
  const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
  if (answer.status === 403) return 'deactivated'
  if (code !== 'SESSION_EXPIRED' || !mayRefresh) return 'unknown'
  const renewed = await fetch('/api/refresh', { method: 'POST' })
  return renewed.ok ? fetchUser(false) : 'unknown'
}

let asked: Promise<User | 'deactivated' | 'unknown' | null> | undefined

/**
 * Who is signed in, asked once a page and with the session renewed where it has run out. Asks only in a browser where
 * somebody has signed in and not out again, so that visitors cause no refused request: those and a failed question
 * answer null, and `unknown` says that nobody is signed in any more.
 */
export function whoIsSignedIn(): Promise<User | 'deactivated' | 'unknown' | null> {
  asked ??= kept(keys.signedIn) === '1' ? fetchUser().catch(() => null) : Promise.resolve(null)
  return asked
}
