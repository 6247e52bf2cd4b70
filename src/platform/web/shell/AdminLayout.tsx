import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { pages } from '#platform/contract/pages.ts'
import { useSessionEnded } from '#platform/web/api/session-ended.ts'
import { Burger } from '#platform/web/controls/Burger.tsx'
import { usePathname } from '#platform/web/router/location.ts'
import { NavLink } from '#platform/web/router/NavLink.tsx'
import { SkipLink } from '#platform/web/router/SkipLink.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { useBrand } from './brand.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import styles from './Layouts.module.css'
import { ThemeToggle, UserMenu } from './Tools.tsx'
import { Wordmark } from './Wordmark.tsx'

export interface RailGroup {
  /** The first group has none. */
  title?: string
  /** Stands open always; the others open one at a time, beginning with that of the page. */
  stays?: boolean
  items: readonly { to: string; text: string }[]
}

interface AdminProps {
  /** What the rail is called. */
  menu: string
  /** With the texts that are shown. */
  groups: readonly RailGroup[]
  /** How much waits behind a link of the rail, as a `RailCount`. */
  countOf?: (to: string) => ReactNode
  /** The way to the search over everything. */
  find?: ReactNode
  bell?: ReactNode
  children: ReactNode
}

/** Scrolls the rail, where it is longer than the window, to the page that is open. */
function showCurrent(rail: HTMLElement | null) {
  const link = rail?.querySelector<HTMLElement>('[aria-current]')
  if (!rail || !link) return
  const [frame, box] = [rail.getBoundingClientRect(), link.getBoundingClientRect()]
  if (box.top < frame.top || box.bottom > frame.bottom) rail.scrollTop += box.top - frame.top - frame.height / 2
}

const isAt = (path: string, to: string) => (to === pages.admin ? path === to : path === to || path.startsWith(`${to}/`))

type GroupProps = Pick<AdminProps, 'countOf'> & {
  group: RailGroup
  path: string
  isOpen: boolean
  toggle: () => void
}

function Group({ group, path, isOpen, toggle, countOf }: GroupProps) {
  const id = useId()
  const links = (
    <ul id={id} hidden={!isOpen}>
      {group.items.map(({ to, text }) => (
        <li key={to}>
          <NavLink to={to} current={isAt(path, to)}>
            {text}
            {countOf?.(to)}
          </NavLink>
        </li>
      ))}
    </ul>
  )
  if (!group.title) return links
  return (
    <>
      <h2>
        {group.stays ? (
          group.title
        ) : (
          <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
            {group.title}
          </button>
        )}
      </h2>
      {links}
    </>
  )
}

/** The group that is open: that of the page, until another is opened or it is closed. */
function useOpenGroup(groups: readonly RailGroup[], path: string) {
  const own = groups.find(({ items }) => items.some(({ to }) => isAt(path, to)))?.title
  const [open, setOpen] = useState(own)
  useEffect(() => setOpen(own), [own])
  return [open, (title: string | undefined) => setOpen((now) => (now === title ? undefined : title))] as const
}

function Rail({ menu, groups, countOf, find }: Pick<AdminProps, 'menu' | 'groups' | 'countOf' | 'find'>) {
  const t = useTexts()
  const { name } = useBrand()
  const path = usePathname()
  const [opened, setOpened] = useState(false)
  const rail = useRef<HTMLElement>(null)
  const [open, toggle] = useOpenGroup(groups, path)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another link of the rail.
  useEffect(() => showCurrent(rail.current), [path])
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving at another page closes the menu of a phone.
  useEffect(() => setOpened(false), [path])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpened(false)
  }
  return (
    <nav
      ref={rail}
      className={`${styles.rail} no-print`}
      aria-label={menu}
      onKeyDown={onKeyDown}
      data-opened={opened || undefined}
    >
      <div className={styles.railHead}>
        <a className={styles.logo} href="/" aria-label={t('shell.home', { name })}>
          <Wordmark />
        </a>
        <Burger
          className={styles.burger}
          opened={opened}
          onClick={() => setOpened((now) => !now)}
          aria-label={t(opened ? 'shell.closeMenu' : 'shell.openMenu')}
        />
      </div>
      {find && <div className={styles.find}>{find}</div>}
      {groups.map((group) => (
        <div key={group.title ?? ''}>
          <Group
            group={group}
            path={path}
            isOpen={opened || !group.title || group.stays === true || group.title === open}
            toggle={() => toggle(group.title)}
            {...(countOf ? { countOf } : {})}
          />
        </div>
      ))}
    </nav>
  )
}

/** The admin area: full width, one rail, dense. */
export function AdminLayout({ menu, groups, countOf, find, bell, children }: AdminProps) {
  const ended = useSessionEnded()
  // Before the first drawing: everything is smaller by it, and would move.
  useLayoutEffect(() => {
    document.documentElement.dataset.density = 'dense'
    return () => {
      delete document.documentElement.dataset.density
    }
  }, [])
  return (
    <>
      <SkipLink />
      <div className={styles.admin}>
        <Rail menu={menu} groups={groups} find={find} {...(countOf ? { countOf } : {})} />
        <div className={styles.desk}>
          <div className={`${styles.deskTools} no-print`}>
            <ThemeToggle />
            <LanguageMenu />
            {!ended && bell}
            <UserMenu />
          </div>
          <main id="sisalto" className={styles.deskMain} tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </>
  )
}
