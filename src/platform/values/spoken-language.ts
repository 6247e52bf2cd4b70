/** Which language a browser is spoken to as long as it is not known who sits there. */
import type { LanguageCode } from '#platform/contract/contract.ts'

const isSpoken = (value: unknown): value is LanguageCode => value === 'fi' || value === 'en' || value === 'sv'

function inCookies(name: string, cookies: string): LanguageCode | null {
  const value = new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies)?.[1]
  return isSpoken(value) ? value : null
}

/** The language that was chosen in this browser by hand or by signing in, of a cookie header or `document.cookie`. */
export const chosenLanguage = (cookies: string): LanguageCode | null => inCookies('language', cookies)

/** The language of the page or mail that held the link to this address: `?language=sv`. */
export function languageOfLink(search: string): LanguageCode | null {
  const value = new URLSearchParams(search).get('language')
  return isSpoken(value) ? value : null
}

/** The chosen language; without one, that of the link which led here, or the last that did; Finnish else. */
export function spokenLanguage(cookies: string, search = ''): LanguageCode {
  return chosenLanguage(cookies) ?? languageOfLink(search) ?? inCookies('linkLanguage', cookies) ?? 'fi'
}

/** Keeps the language of a link until the browser is closed, so that later pages and calls speak it too; null forgets it. */
export const linkLanguageCookie = (language: LanguageCode | null): string =>
  `linkLanguage=${language ?? ''}; path=/; samesite=lax${language ? '' : '; max-age=0'}`

/** The language that the links of one tab have named last, as the tab keeps it. */
export const languageOfTab = (kept: string | null): LanguageCode | null => (isSpoken(kept) ? kept : null)
