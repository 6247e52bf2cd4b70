import { useEffect } from 'react'
import { navigate } from './history.ts'

/** Navigates to another address at once and replaces the history entry. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}
