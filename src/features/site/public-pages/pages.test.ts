import { describe, expect, it } from 'vitest'
import { languageOfPath, localAddress, notFoundFile, publicPages } from './pages.ts'

describe('addresses of the public pages', () => {
  it('gives Finnish no prefix and the other homes no closing slash', () => {
    expect(localAddress('/', 'fi')).toBe('/')
    expect(localAddress('/', 'en')).toBe('/en')
    expect(localAddress('/laskuri', 'sv')).toBe('/sv/laskuri')
  })

  it('has every page once in each of three languages', () => {
    expect(publicPages).toHaveLength(16 * 3)
    expect(new Set(publicPages.map(({ path }) => path)).size).toBe(publicPages.length)
    expect(new Set(publicPages.map(({ file }) => file)).size).toBe(publicPages.length)
  })

  it.each([
    ['/sv/x', 'sv', 'sv/404.html'],
    ['/en', 'en', 'en/404.html'],
    ['/english', 'fi', 'fi/404.html'],
    ['/', 'fi', 'fi/404.html'],
  ])('answers an unknown address %s in the language it names', (path, language, file) => {
    expect(languageOfPath(path)).toBe(language)
    expect(notFoundFile(path)).toBe(file)
  })
})
