import { formatEuros } from '#platform/values/money.ts'
import type { Texts } from '#platform/web/words/i18n.ts'
import { type Language, localAddress, type PrerenderedPage, pagePaths } from '../pages.ts'
import type { SignedInLink } from '../signed-in-navigation.ts'
import type fi from '../texts/fi.json'

export type ShellTexts = typeof fi

/** What every component of a public page is given: which page, in which language, with which words and sums. */
export interface Site {
  page: PrerenderedPage
  language: Language
  texts: ShellTexts
  /** The words that both front ends say, in the page's language. */
  t: Texts
  /** Values for the placeholders in texts: sums of the example, links to files. */
  values: Readonly<Record<string, string>>
  /** The links of signed-in people whose pages exist. */
  signedInLinks: readonly SignedInLink[]
}

const publicPaths = new Set<string>(Object.values(pagePaths))

/** A link's address: public pages get the language's prefix, everything else (signed-in pages, mail, web) stays. */
export function hrefOf({ language }: Site, to: string): string {
  const [path = '', hash] = to.split('#')
  const address = publicPaths.has(path) ? localAddress(path, language) : path
  return hash === undefined ? address : `${address}#${hash}`
}

/**
 * Sets a text as it is printed: fills `{name}` from the site's values, keeps numbers and their units on one line,
 * and leaves the brand's name to the server, which knows it only when it starts.
 */
export function set(text: string, values: Readonly<Record<string, string>>): string {
  return text
    .replace(/\{(\w+)\}/g, (whole, name: string) => (name === 'product' ? '__BRAND_NAME__' : (values[name] ?? whole)))
    .replace(/(\d) (?=\d{3}(?!\d))/g, '$1\u00a0')
    .replace(/(\d) (?=(?:€|%|kk\b|mån\b|euro|kuukau|months?\b|månader))/g, '$1\u00a0')
}

/** An amount in the site's language. */
export function euros(cents: number, language: Language): string {
  return formatEuros(cents, language)
}
