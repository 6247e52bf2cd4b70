import type { ReactNode } from 'react'
import { isPage } from '#platform/contract/pages.ts'
import { needsFullLoad } from '#platform/web/shell/chrome.ts'
import { useLanguage } from '#platform/web/words/i18n.ts'
import { publicAddress } from '#platform/web/words/language.ts'
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
  const language = useLanguage()
  const shared = { className, onClick, ...(current ? { 'aria-current': 'page' as const } : {}) }
  if (needsFullLoad(to)) {
    return (
      <a href={isPage(to) ? to : publicAddress(to, language)} {...shared}>
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
