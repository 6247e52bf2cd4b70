import { Menu } from '@mantine/core'
import { IconLogout, IconMoon, IconSun, IconUser, IconWorld } from '@tabler/icons-react'
import { chooseLanguage, useLanguage, useTexts } from './i18n.ts'
import { languageNames, languages } from './language.ts'
import styles from './Tools.module.css'
import { useTheme } from './theme-choice.ts'
import { useUser } from './user.ts'

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** The language menu: fi, en, sv by their own names. */
export function LanguageMenu() {
  const t = useTexts()
  const language = useLanguage()
  return (
    <Menu>
      <Menu.Target>
        <button
          type="button"
          className={styles.tool}
          aria-label={t('shell.language', { language: languageNames[language] })}
        >
          <IconWorld {...icon} />
          {language.toUpperCase()}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((code) => (
          <Menu.Item key={code} lang={code} aria-current={code === language} onClick={() => void chooseLanguage(code)}>
            {languageNames[code]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

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
  const { isDark, toggle } = useTheme()
  if (!user) return null
  return (
    <Menu width={260}>
      <Menu.Target>
        <button type="button" className={styles.tool} aria-label={`${t('shell.userMenu')}: ${user.firstName}`}>
          <IconUser {...icon} />
          <span className={styles.name}>{user.firstName}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <b>{user.firstName}</b>
          <span className="sm t2">{user.workEmail}</span>
        </div>
        <Menu.Divider />
        <Menu.Item component="a" href="/kayttaja" leftSection={<IconUser {...icon} size={18} />}>
          {t('shell.ownDetails')}
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick={false}
          onClick={toggle}
          leftSection={isDark ? <IconSun {...icon} size={18} /> : <IconMoon {...icon} size={18} />}
        >
          {t(isDark ? 'shell.toLight' : 'shell.toDark')}
        </Menu.Item>
        <Menu.Item component="a" href="/kirjaudu-ulos" leftSection={<IconLogout {...icon} size={18} />}>
          {t('shell.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
