import { IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import { pages } from '#platform/contract/pages.ts'
import { useSessionEnded } from '#platform/web/api/session-ended.ts'
import { useUser } from '#platform/web/api/user.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { Dropdown, DropdownItem } from '../dialogs/Dropdown.tsx'
import styles from './Tools.module.css'
import { useTheme } from './theme-choice.ts'

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** The theme switch as an icon with a label. */
export function ThemeToggle() {
  const t = useTexts()
  const { isDark, toggle } = useTheme()
  return (
    <button
      type="button"
      className={styles.tool}
      onClick={toggle}
      aria-label={t(isDark ? 'shell.toLight' : 'shell.toDark')}
    >
      {isDark ? <IconSun {...icon} /> : <IconMoon {...icon} />}
    </button>
  )
}

/** First name, work e-mail, own details, theme, log out. */
export function UserMenu() {
  const t = useTexts()
  const user = useUser()
  const ended = useSessionEnded()
  const { isDark, toggle } = useTheme()
  if (!user || ended) return null
  const button = (
    <>
      <IconUser {...icon} />
      <span className={styles.name}>{user.firstName}</span>
    </>
  )
  return (
    <Dropdown button={button} label={`${t('shell.userMenu')}: ${user.firstName}`}>
      <div className={styles.who}>
        <b>{user.firstName}</b>
        <span className="sm t2">{user.workEmail}</span>
      </div>
      <DropdownItem href={pages.account} icon={<IconUser {...icon} />}>
        {t('shell.ownDetails')}
      </DropdownItem>
      <DropdownItem onClick={toggle} icon={isDark ? <IconSun {...icon} /> : <IconMoon {...icon} />}>
        {t(isDark ? 'shell.toLight' : 'shell.toDark')}
      </DropdownItem>
      <DropdownItem href={pages.logout} icon={<IconLogout {...icon} />}>
        {t('shell.logOut')}
      </DropdownItem>
    </Dropdown>
  )
}
