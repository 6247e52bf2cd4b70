import type { LanguageCode } from '#platform/contract/contract.ts'

export const languages: readonly LanguageCode[] = ['fi', 'en', 'sv']
/** Each language by its own name, for the language menu. */
export const languageNames: Record<LanguageCode, string> = { fi: 'Suomi', en: 'English', sv: 'Svenska' }

const YEAR_SECONDS = 31_536_000

export function isLanguage(value: unknown): value is LanguageCode {
  return languages.some((language) => language === value)
}

/** The language of a cookie header or `document.cookie`; Finnish when it holds none that we speak. */
export function languageOfCookie(cookies: string): LanguageCode {
  const value = /(?:^|;\s*)language=([^;]*)/.exec(cookies)?.[1]
  return isLanguage(value) ? value : 'fi'
}

export function languageCookie(language: LanguageCode): string {
  return `language=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}
