import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: {}, cookie: 'language=sv' })
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
