import type { LanguageCode } from '#platform/contract/contract.ts'

export const languages: readonly LanguageCode[] = ['fi', 'en', 'sv']
/** Each language by its own name, for the language menu. */
export const languageNames: Record<LanguageCode, string> = { fi: 'Suomi', en: 'English', sv: 'Svenska' }

const YEAR_SECONDS = 31_536_000

export function isLanguage(value: unknown): value is LanguageCode {
  return languages.some((language) => language === value)
}

export function languageCookie(language: LanguageCode): string {
  return `language=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}

/** A public page's address in a language: Finnish has no prefix. */
export function publicAddress(path: string, language: LanguageCode): string {
  if (language === 'fi') return path
  return path === '/' ? `/${language}` : `/${language}${path}`
}
