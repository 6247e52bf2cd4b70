import type { ReactNode } from 'react'
import { needsFullLoad } from '#platform/web/shell/chrome.ts'
import { Link } from './Link.tsx'

interface Props {
  to: string
  className?: string | undefined
  current?: boolean
  onClick?: () => void
  children: ReactNode
}

/** A link to a page of either front end; it loads in full where the specification or the front end wants it. */
export function NavLink({ to, className, current = false, onClick, children }: Props) {
  const shared = { className, onClick, ...(current ? { 'aria-current': 'page' as const } : {}) }
  if (needsFullLoad(to)) {
    return (
      <a href={to} {...shared}>
        {children}
      </a>
    )
  }
  return (
    <Link to={to} {...shared}>
      {children}
    </Link>
  )
}
