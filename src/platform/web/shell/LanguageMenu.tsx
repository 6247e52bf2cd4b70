import { IconWorld } from '@tabler/icons-react'
import { chooseLanguage, useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import { languageNames, languages } from '#platform/web/words/language.ts'
import { Dropdown, DropdownItem } from '../dialogs/Dropdown.tsx'

/** The language menu: fi, en, sv by their own names. */
export function LanguageMenu() {
  const t = useTexts()
  const language = useLanguage()
  const button = (
    <>
      <IconWorld size={20} stroke={1.75} aria-hidden="true" />
      <span className="vh">{t('shell.language', { language: languageNames[language] })}</span>
      {language.toUpperCase()}
    </>
  )
  return (
    <Dropdown button={button}>
      {languages.map((code) => (
        <DropdownItem key={code} lang={code} current={code === language} onClick={() => void chooseLanguage(code)}>
          {languageNames[code]}
        </DropdownItem>
      ))}
    </Dropdown>
  )
}
