import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { needsFullLoad } from './chrome.ts'

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
  // The router marks every address above the page's own as well; which entry is the current one is `current`'s to say.
  return (
    <Link to={to} {...shared} activeOptions={{ exact: true, includeSearch: false }} activeProps={{}}>
      {children}
    </Link>
  )
}
