import { useEffect } from 'react'
import { goTo } from './history.ts'

/** Navigates to another address at once and replaces the history entry. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => goTo(to, { replace: true }), [to])
  return null
}
