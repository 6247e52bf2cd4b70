import { Burger } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useBrand } from './brand.ts'
import styles from './Header.module.css'
import { useTexts } from './i18n.ts'
import { NavLink } from './NavLink.tsx'
import toolStyles from './Tools.module.css'
import { LanguageMenu, UserMenu } from './Tools.tsx'
import { useVisitor } from './user.ts'
import { Wordmark } from './Wordmark.tsx'

export interface NavItem {
  to: string
  /** A key of the `nav` texts. */
  text: string
}

interface Props {
  links: readonly NavItem[]
  /** The notification bell; the shell only gives it a place. */
  bell?: ReactNode
}

const isCurrent = (path: string, to: string) => path === to || path.startsWith(`${to}/`)

function Links({
  links,
  className,
  onClick,
}: {
  links: readonly NavItem[]
  className: string | undefined
  onClick?: () => void
}) {
  const t = useTexts()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <nav className={className} aria-label={t('shell.mainMenu')}>
      {links.map(({ to, text }) => (
        <NavLink key={to} to={to} current={isCurrent(path, to)} {...(onClick ? { onClick } : {})}>
          {t(`nav.${text}`)}
        </NavLink>
      ))}
    </nav>
  )
}

/** The header: wordmark, role navigation, language, bell, user. A burger takes the links below 900 px. */
export function Header({ links, bell }: Props) {
  const t = useTexts()
  const { name } = useBrand()
  const visitor = useVisitor()
  const [opened, setOpened] = useState(false)
  const narrow = useMediaQuery('(max-width: 899px)', undefined, { getInitialValueInEffect: false })
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving at another page closes the menu.
  useEffect(() => setOpened(false), [path])
  const close = () => setOpened(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape anywhere in the header closes its menu.
    <header className={`${styles.header} no-print`} onKeyDown={onKeyDown}>
      <div className={`wrap ${styles.inner}`}>
        <a className={styles.logo} href="/" aria-label={t('shell.home', { name })}>
          <Wordmark />
        </a>
        {!narrow && <Links links={links} className={styles.nav} />}
        <div className={styles.tools}>
          <LanguageMenu />
          {visitor.kind === 'user' && bell}
          {visitor.kind === 'anonymous' && (
            <a className={toolStyles.tool} href="/kirjaudu">
              {t('shell.logIn')}
            </a>
          )}
          <UserMenu />
          {narrow && links.length > 0 && (
            <Burger
              size="sm"
              opened={opened}
              onClick={() => setOpened((now) => !now)}
              aria-label={t(opened ? 'shell.closeMenu' : 'shell.openMenu')}
              aria-expanded={opened}
            />
          )}
        </div>
      </div>
      {narrow && opened && <Links links={links} className={styles.mobile} onClick={close} />}
    </header>
  )
}
