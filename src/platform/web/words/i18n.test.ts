import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: {}, cookie: 'language=sv' })
  vi.stubGlobal('window', { location: { search: '' } })
})
afterEach(() => vi.unstubAllGlobals())

const sourceOf = (namespace: string) => ({
  fi: async () => ({ default: { [namespace]: { hello: 'Hei' } } }),
  en: async () => ({ default: { [namespace]: { hello: 'Hello' } } }),
  sv: async () => ({ default: { [namespace]: { hello: 'Hej' } } }),
})

test('a screen that begins to arrive before the language is known has its texts in that language', async () => {
  const { hasText, startTexts, withTexts } = await import('./i18n.ts')
  const screen = withTexts(Promise.resolve('screen'), ['desk'], sourceOf('desk'))
  await startTexts(sourceOf('platform'))
  expect(await screen).toBe('screen')
  expect(hasText('hello', 'desk')).toBe(true)
  expect(document.documentElement.lang).toBe('sv')
})

test('another language brings the texts of every screen so far', async () => {
  const { chooseLanguage, startTexts, textOf, withTexts } = await import('./i18n.ts')
  await startTexts(sourceOf('platform'))
  await withTexts(Promise.resolve(), ['desk'], sourceOf('desk'))
  await chooseLanguage('en')
  expect(textOf('hello')).toBe('Hello')
})

/** A source whose English comes when it is let go. */
function slowEnglish(namespace: string) {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const plain = sourceOf(namespace)
  return { source: { ...plain, en: () => gate.then(plain.en) }, letGo: () => open() }
}

test('a screen that arrives while another language is on its way has its texts in that language', async () => {
  const { chooseLanguage, hasText, startTexts, withTexts } = await import('./i18n.ts')
  const { source, letGo } = slowEnglish('platform')
  await startTexts(source)
  const chosen = chooseLanguage('en')
  await withTexts(Promise.resolve(), ['desk'], sourceOf('desk'))
  letGo()
  await chosen
  expect(document.documentElement.lang).toBe('en')
  expect(hasText('hello', 'desk')).toBe(true)
})

test('of two languages the one that was chosen last stays, whichever comes first', async () => {
  const { chooseLanguage, startTexts, textOf } = await import('./i18n.ts')
  const { source, letGo } = slowEnglish('platform')
  await startTexts(source)
  const first = chooseLanguage('en')
  await chooseLanguage('fi')
  letGo()
  await first
  expect(textOf('hello')).toBe('Hei')
  expect(document.cookie).toContain('language=fi')
})

test('a link’s language is spoken and kept where none has been chosen', async () => {
  vi.stubGlobal('document', { documentElement: {}, cookie: '' })
  vi.stubGlobal('window', { location: { search: '?language=sv' } })
  const { startTexts, textOf } = await import('./i18n.ts')
  await startTexts(sourceOf('platform'))
  expect(textOf('hello')).toBe('Hej')
  expect(document.cookie).toMatch(/^linkLanguage=sv/)
})

test('a link’s language is its tab’s own: a Finnish link, which names none, opens in Finnish in a new one', async () => {
  const jar = { linkLanguage: '' }
  const browser = {
    documentElement: {},
    get cookie() {
      return jar.linkLanguage && `linkLanguage=${jar.linkLanguage}`
    },
    set cookie(line: string) {
      jar.linkLanguage = /^linkLanguage=(\w*)/.exec(line)![1]!
    },
  }
  const newTab = () => {
    const entries = new Map<string, string>()
    return {
      getItem: (name: string) => entries.get(name) ?? null,
      setItem: (name: string, value: string) => void entries.set(name, value),
    }
  }
  const opens = async (tab: ReturnType<typeof newTab>, search: string) => {
    vi.resetModules()
    vi.stubGlobal('document', browser)
    vi.stubGlobal('sessionStorage', tab)
    vi.stubGlobal('window', { location: { search } })
    const { languageNow, startTexts } = await import('./i18n.ts')
    await startTexts(sourceOf('platform'))
    return [languageNow(), jar.linkLanguage]
  }
  const swedish = newTab()
  expect(await opens(swedish, '?language=sv')).toEqual(['sv', 'sv'])
  expect(await opens(newTab(), '')).toEqual(['fi', ''])
  expect(await opens(swedish, ''), 'the page after it, or the same one read again').toEqual(['sv', 'sv'])
  expect(await opens(swedish, '?language=en')).toEqual(['en', 'en'])
})

test('the language of a link’s path is spoken, and is no choice that a session would keep', async () => {
  vi.stubGlobal('document', { documentElement: {}, cookie: '' })
  vi.stubGlobal('window', { location: { search: '' } })
  const { languageNow, speakLanguageOfLink, startTexts } = await import('./i18n.ts')
  await startTexts(sourceOf('platform'))
  await speakLanguageOfLink('sv')
  expect(languageNow()).toBe('sv')
  expect(document.cookie).toMatch(/^linkLanguage=sv/)
})
