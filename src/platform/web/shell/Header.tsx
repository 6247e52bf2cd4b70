import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { pages } from '#platform/contract/pages.ts'
import { useSessionEnded } from '#platform/web/api/session-ended.ts'
import { useVisitor } from '#platform/web/api/user.ts'
import { Burger } from '#platform/web/controls/Burger.tsx'
import { usePathname } from '#platform/web/router/location.ts'
import { NavLink } from '#platform/web/router/NavLink.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { publicAddress } from '#platform/web/words/language.ts'
import { Dropdown, DropdownItem } from '../dialogs/Dropdown.tsx'
import { useBrand } from './brand.ts'
import styles from './Header.module.css'
import { LanguageMenu } from './LanguageMenu.tsx'
import toolStyles from './Tools.module.css'
import { UserMenu } from './Tools.tsx'
import { Wordmark } from './Wordmark.tsx'

export interface NavItem {
  to: string
  /** A key of the `nav` texts. */
  text: string
}

/** Links behind one word of the header. */
export interface NavGroup {
  /** A key of the `nav` texts. */
  text: string
  items: readonly NavItem[]
}

export type HeaderLink = NavItem | NavGroup

interface Props {
  links: readonly HeaderLink[]
  /** The notification bell; the shell only gives it a place. */
  bell?: ReactNode
}

const isCurrent = (path: string, to: string) => path === to || path.startsWith(`${to}/`)

function WideLinks({ links }: { links: readonly HeaderLink[] }) {
  const t = useTexts()
  const path = usePathname()
  return (
    <nav className={styles.nav} aria-label={t('shell.mainMenu')}>
      {links.map((link) =>
        'items' in link ? (
          <NavMenu key={link.text} {...link} />
        ) : (
          <NavLink key={link.to} to={link.to} current={isCurrent(path, link.to)}>
            {t(`nav.${link.text}`)}
          </NavLink>
        ),
      )}
    </nav>
  )
}

/** A menu of public pages. */
function NavMenu({ text, items }: NavGroup) {
  const t = useTexts()
  const language = useLanguage()
  const button = (
    <>
      {t(`nav.${text}`)}
      <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
    </>
  )
  return (
    <Dropdown button={button}>
      {items.map((item) => (
        <DropdownItem key={item.to} href={publicAddress(item.to, language)}>
          {t(`nav.${item.text}`)}
        </DropdownItem>
      ))}
    </Dropdown>
  )
}

/** The burger's list shows every link, those of a menu too. */
function NarrowLinks({ links, onClick }: { links: readonly HeaderLink[]; onClick: () => void }) {
  const t = useTexts()
  const path = usePathname()
  const items = links.flatMap((link) => ('items' in link ? link.items : [link]))
  return (
    <nav className={styles.mobile} aria-label={t('shell.mainMenu')}>
      {items.map(({ to, text }) => (
        <NavLink key={to} to={to} current={isCurrent(path, to)} onClick={onClick}>
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
  const language = useLanguage()
  const visitor = useVisitor()
  const ended = useSessionEnded()
  const [opened, setOpened] = useState(false)
  const narrow = useMediaQuery('(max-width: 899px)', undefined, { getInitialValueInEffect: false })
  const path = usePathname()
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
        <a className={styles.logo} href={publicAddress('/', language)} aria-label={t('shell.home', { name })}>
          <Wordmark />
        </a>
        {!narrow && <WideLinks links={links} />}
        <div className={styles.tools}>
          <LanguageMenu />
          {visitor.kind === 'user' && !ended && bell}
          {visitor.kind === 'anonymous' && (
            <a className={toolStyles.tool} href={pages.login}>
              {t('shell.logIn')}
            </a>
          )}
          <UserMenu />
          {narrow && links.length > 0 && (
            <Burger
              opened={opened}
              onClick={() => setOpened((now) => !now)}
              aria-label={t(opened ? 'shell.closeMenu' : 'shell.openMenu')}
            />
          )}
        </div>
      </div>
      {narrow && opened && <NarrowLinks links={links} onClick={close} />}
    </header>
  )
}
