import { useMemo, useSyncExternalStore } from 'react'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { chosenLanguage, languageOfLink, languageOfTab, linkLanguageCookie } from '#platform/values/spoken-language.ts'
import { keepInTab, keptInTab } from './browser-memory.ts'
import { languageCookie } from './language.ts'
import { type TextTree, translate } from './translate.ts'

type Bundle = Readonly<Record<string, TextTree>>

/** Where some namespaces come from: one chunk per language, fetched when it is first wanted. */
export type TextSource = Readonly<Record<LanguageCode, () => Promise<{ default: Bundle }>>>

const loaded: Record<LanguageCode, Record<string, TextTree>> = { fi: {}, en: {}, sv: {} }
/** The sources of everything on screen so far, for the day another language is chosen. */
const sources: TextSource[] = []
const listeners = new Set<() => void>()
let current: LanguageCode = 'fi'

async function loadFrom(source: TextSource, language: LanguageCode): Promise<void> {
  Object.assign(loaded[language], (await source[language]()).default)
}

/** Waits for a module together with the texts it needs; the build puts it around every `import()` that needs some. */
export async function withTexts<M>(
  module: Promise<M>,
  namespaces: readonly string[],
  source: TextSource,
): Promise<Awaited<M>> {
  if (!sources.includes(source)) sources.push(source)
  const isThere = namespaces.every((namespace) => namespace in loaded[current])
  const [found] = await Promise.all([module, isThere ? null : loadFrom(source, current)])
  return found
}

function mark(language: LanguageCode) {
  current = language
  document.documentElement.lang = language
}

/** Keeps a link's language for the tab, and for the server as long as none has been chosen. */
function keepLanguageOfLink(given: LanguageCode | null) {
  if (given) keepInTab('linkLanguage', given)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox before 2025.
  if (!chosenLanguage(document.cookie)) document.cookie = linkLanguageCookie(given)
}

/**
 * The language of this page; that of the link which led here is kept, because the link itself soon leaves the address.
 * It is the tab's own: a Finnish link names no language, and opens in Finnish in a tab to which no other has led.
 */
function languageOfPage(): LanguageCode {
  const given = languageOfLink(window.location.search) ?? languageOfTab(keptInTab('linkLanguage'))
  keepLanguageOfLink(given)
  return chosenLanguage(document.cookie) ?? given ?? 'fi'
}

/** Makes the texts of every page ready in the language of this page; the application draws nothing before. */
export async function startTexts(source: TextSource, language: LanguageCode = languageOfPage()): Promise<void> {
  sources.push(source)
  mark(language)
  // The first screen may have begun to arrive before the language was known.
  await Promise.all(sources.map((one) => loadFrom(one, language)))
}

/** Fetches a language for everything on screen, also for what comes to the screen in the meantime. */
async function loadAll(language: LanguageCode): Promise<void> {
  for (let done = 0; done < sources.length; ) {
    const fresh = sources.slice(done)
    done = sources.length
    await Promise.all(fresh.map((source) => loadFrom(source, language)))
  }
}

/** Speaks the language that a link's path names to somebody who is not signed in; it is no choice, and no session keeps it. */
export async function speakLanguageOfLink(language: LanguageCode): Promise<void> {
  keepLanguageOfLink(language)
  await loadAll(language)
  mark(language)
  for (const listener of listeners) listener()
}

/** The language that was asked for last; an earlier one that comes later is not wanted any more. */
let wanted: LanguageCode | null = null

/** Changes the language of everything on screen and remembers it for a year. */
export async function chooseLanguage(language: LanguageCode): Promise<void> {
  wanted = language
  await loadAll(language)
  if (wanted !== language) return
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox before 2025.
  document.cookie = languageCookie(language)
  mark(language)
  for (const listener of listeners) listener()
}

export type Texts = (key: string, values?: Record<string, unknown>) => string

function onLanguage(changed: () => void) {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

const textsOf =
  (language: LanguageCode, namespace: string): Texts =>
  (key, values) =>
    translate(loaded[language], language, [namespace, 'platform'], key, values) ?? key

/** The texts of a feature (its folder name) with the common ones behind them. */
export function useTexts(namespace = 'platform'): Texts {
  const language = useLanguage()
  return useMemo(() => textsOf(language, namespace), [language, namespace])
}

/** The texts outside components; read it at the moment of use, never at import. */
export const textOf: Texts = (key, values) => textsOf(current, 'platform')(key, values)

/** The text of a key in any namespace that is loaded, the common ones first: a code's sentence stands with its feature. */
export const loadedText = (key: string): string | undefined =>
  translate(loaded[current], current, ['platform', ...Object.keys(loaded[current])], key)

export function hasText(key: string, namespace = 'platform'): boolean {
  return translate(loaded[current], current, [namespace, 'platform'], key) !== undefined
}

/** The language on screen, outside components. */
export const languageNow = (): LanguageCode => current

/** The language on screen; components that use it redraw when it changes. */
export function useLanguage(): LanguageCode {
  return useSyncExternalStore(onLanguage, () => current)
}
