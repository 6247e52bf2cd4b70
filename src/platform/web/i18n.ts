import i18next from 'i18next'
import { useMemo, useSyncExternalStore } from 'react'
import type { LanguageCode } from '../contract.ts'
import { isLanguage, languageCookie, languageOfCookie } from './language.ts'

type Bundle = Record<string, object>

/** One chunk per language, fetched when it is first wanted. */
const bundles: Record<LanguageCode, () => Promise<{ bundle: Bundle }>> = {
  fi: () => import('./texts-fi.ts'),
  en: () => import('./texts-en.ts'),
  sv: () => import('./texts-sv.ts'),
}

async function load(language: LanguageCode): Promise<void> {
  if (i18next.hasResourceBundle(language, 'platform')) return
  const { bundle } = await bundles[language]()
  for (const [namespace, texts] of Object.entries(bundle)) i18next.addResourceBundle(language, namespace, texts)
}

function mark(language: LanguageCode) {
  document.documentElement.lang = language
}

/** Makes texts ready in the remembered language; the application draws nothing before. */
export async function startTexts(language: LanguageCode = languageOfCookie(document.cookie)): Promise<void> {
  await i18next.init({
    lng: language,
    resources: {},
    fallbackLng: false,
    fallbackNS: 'platform',
    defaultNS: 'platform',
    interpolation: { escapeValue: false },
    showSupportNotice: false,
  } as Parameters<typeof i18next.init>[0])
  await load(language)
  mark(language)
}

/** Changes the language of everything on screen and remembers it for a year. */
export async function chooseLanguage(language: LanguageCode): Promise<void> {
  await load(language)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox before 2025.
  document.cookie = languageCookie(language)
  await i18next.changeLanguage(language)
  mark(language)
}

export type Texts = (key: string, values?: Record<string, unknown>) => string

function onLanguage(changed: () => void) {
  i18next.on('languageChanged', changed)
  return () => i18next.off('languageChanged', changed)
}

/** The texts of a feature (its folder name) with the common ones behind them. */
export function useTexts(namespace = 'platform'): Texts {
  const language = useLanguage()
  return useMemo(() => i18next.getFixedT(language, namespace) as unknown as Texts, [language, namespace])
}

/** The texts outside components; read it at the moment of use, never at import. */
export const textOf: Texts = (key, values) => i18next.t(key, { ...values })

export function hasText(key: string, namespace = 'platform'): boolean {
  return i18next.exists(key, { ns: namespace })
}

const languageNow = (): LanguageCode => (isLanguage(i18next.language) ? i18next.language : 'fi')

/** The language on screen; components that use it redraw when it changes. */
export function useLanguage(): LanguageCode {
  return useSyncExternalStore(onLanguage, languageNow)
}
