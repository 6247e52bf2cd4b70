import { useEffect } from 'react'
import { goTo } from './history.ts'

/** Leads elsewhere at once and leaves no way back to here. */
export function Moved({ to }: { to: string }) {
  useEffect(() => goTo(to, { replace: true }), [to])
  return null
}
