import type { LanguageCode } from './contract.ts'
import { isPage } from './pages.ts'

/**
 * A link to a page of the application for a reader of this language: a browser in which no language has been chosen
 * then speaks it. Finnish is spoken without being named, and other addresses than pages take no language.
 */
export function linkIn(language: LanguageCode, link: string): string {
  const { pathname, searchParams, hash } = new URL(link, 'https://link.invalid')
  if (language === 'fi' || !isPage(pathname)) return link
  searchParams.set('language', language)
  return `${pathname}?${searchParams}${hash}`
}
