import type { Page } from '@playwright/test'
import { readTextFolders } from '../../src/testing/sources/text-keys.ts'
import { expect } from './support.ts'

type Language = 'fi' | 'sv'
type Values = Readonly<Record<string, string>>

const folders = readTextFolders()
const byNamespace = new Map(folders.map(({ namespace, words }) => [namespace, words]))
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** What a text fills in, and the brackets of a link inside it, of which the page shows the words alone. */
const filled = /\{\{\s*([\w.]+)[^}]*\}\}/
const shown = (text: string) => text.replace(/\[\[[^|\]]*\|([^\]]*)\]\]/g, '$1')

/** The words of one language as people read them. */
export interface Words {
  readonly language: Language
  /** A text by `namespace:key`, with its values filled in. */
  (key: string, values?: Values): string
  /** The same as a pattern: what is not filled in may be anything. */
  like(key: string, values?: Values): RegExp
}

/** Reads the catalogue in a language, as the tests of both languages name their texts by the same keys. */
export function wordsIn(language: Language): Words {
  const textOf = (key: string, values: Values) => {
    const [namespace, rest] = key.split(':') as [string, string]
    const text = byNamespace.get(namespace)?.[language].get(rest)
    if (text === undefined) throw new Error(`no text ${key}`)
    return shown(text).replace(new RegExp(filled, 'g'), (whole, name: string) => values[name] ?? whole)
  }
  const words = (key: string, values: Values = {}) => textOf(key, values)
  const like = (key: string, values: Values = {}) =>
    new RegExp(
      `^${textOf(key, values)
        .split(new RegExp(filled.source.replace('(', '(?:'), 'g'))
        .map(escaped)
        .join('.+')}$`,
    )
  return Object.assign(words, { language, like })
}

const one = (text: string) => text.replace(/\s+/g, ' ').trim()
/** A text by its fixed words; null where those could be of any language. */
function patternOf(text: string): RegExp | null {
  const parts = one(shown(text)).split(new RegExp(filled.source.replace('(', '(?:'), 'g'))
  if (!/\p{L}{4}/u.test(parts.join(' '))) return null
  return new RegExp(`^${parts.map(escaped).join('.+')}$`, 'u')
}
/** Texts as a whole, as pages show them, and line by line, as mails do. */
const all = (language: 'fi' | 'sv' | 'en') =>
  new Set(
    folders.flatMap(({ words }) =>
      [...words[language].values()].flatMap((text) => [text, ...text.split('\n')].map((part) => one(shown(part)))),
    ),
  )
const [finnish, swedish, english] = [all('fi'), all('sv'), all('en')]
const onlyFinnish = [...finnish].filter((text) => !swedish.has(text) && !english.has(text))
const whole = new Set(onlyFinnish.filter((text) => !filled.test(text)))
const patterns = onlyFinnish.filter((text) => filled.test(text)).flatMap((text) => patternOf(text) ?? [])

/** The texts that the catalogue has in Finnish and not in Swedish. */
export const finnishAmong = (texts: readonly string[]): string[] =>
  texts
    .map(one)
    .filter((text) => !swedish.has(text) && (whole.has(text) || patterns.some((pattern) => pattern.test(text))))

/** What the page shows and what a screen reader reads of it: texts, names, titles and hints. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.parentElement?.checkVisibility() && !node.parentElement.closest('[lang="fi"], script, style'))
        found.push(node.textContent ?? '')
    for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt'])
      for (const part of document.querySelectorAll(`[${name}]`))
        if (part.checkVisibility() && !part.closest('[lang="fi"]')) found.push(part.getAttribute(name)!)
    return found
  })
}

/**
 * No text of the page is Finnish: a text of the catalogue that Swedish says in other words.
 * @param typed words that somebody has typed, which stay as they are
 */
export async function expectSwedish(page: Page, typed: readonly string[] = []) {
  expect(await page.locator('html').getAttribute('lang'), page.url()).toBe('sv')
  const shownTexts = (await textsOf(page)).filter((text) => !typed.includes(one(text)))
  expect.soft(finnishAmong(shownTexts), page.url()).toEqual([])
}
