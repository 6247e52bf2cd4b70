// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { fetchAhead } from './fetch-ahead.ts'
import { isMissingChunk } from './missing-chunk.ts'

// Links are not fetched here: each test says when their files come.
let links: HTMLLinkElement[] = []
beforeEach(() => {
  links = []
  vi.spyOn(document.head, 'append').mockImplementation((link) => void links.push(link as HTMLLinkElement))
})
const hrefs = () => links.map(({ rel, href }) => `${rel} ${new URL(href).pathname}`)

it('asks for each file once, and gives the module when its styles are there', async () => {
  const load = vi.fn(async () => 'screen')
  const first = fetchAhead(load, ['assets/1.js', 'assets/1.css'])
  const second = fetchAhead(load, ['assets/1.css', 'assets/1.js', 'assets/2.js'])
  expect(hrefs()).toEqual([
    'modulepreload /app/assets/1.js',
    'stylesheet /app/assets/1.css',
    'modulepreload /app/assets/2.js',
  ])
  await Promise.resolve()
  expect(load).not.toHaveBeenCalled()
  links[1]!.onload!(new Event('load'))
  expect(await Promise.all([first, second])).toEqual(['screen', 'screen'])
})

it('takes what the page came with as it is, and a module without files at once', async () => {
  vi.spyOn(document, 'querySelector').mockReturnValueOnce(document.createElement('link'))
  expect(await fetchAhead(async () => 'screen', ['assets/3.css'])).toBe('screen')
  expect(await fetchAhead(async () => 'text')).toBe('text')
  expect(links).toEqual([])
})

it('says of styles that do not come that a part is missing, and asks for them anew the next time', async () => {
  const load = vi.fn(async () => 'screen')
  const failed = fetchAhead(load, ['assets/4.css']).catch((error: unknown) => error)
  links[0]!.onerror!(new Event('error'))
  expect(isMissingChunk(await failed)).toBe(true)
  expect(load).not.toHaveBeenCalled()
  const again = fetchAhead(load, ['assets/4.css'])
  expect(hrefs()).toEqual(['stylesheet /app/assets/4.css', 'stylesheet /app/assets/4.css'])
  links[1]!.onload!(new Event('load'))
  expect(await again).toBe('screen')
})
