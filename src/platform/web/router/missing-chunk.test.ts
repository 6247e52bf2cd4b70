import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isMissingChunk, loadAnew } from './missing-chunk.ts'

const reload = vi.fn()
const store = new Map<string, string>()
let onLine = true
let isAnswering = true
let told: string[]

beforeEach(() => {
  store.clear()
  reload.mockClear()
  onLine = true
  isAnswering = true
  vi.stubGlobal('fetch', async () => {
    if (!isAnswering) throw new TypeError('Failed to fetch')
    return new Response('{}')
  })
  vi.useFakeTimers({ now: new Date('2026-05-04T08:00:00Z') })
  vi.stubGlobal('navigator', {
    get onLine() {
      return onLine
    },
  })
  told = []
  vi.stubGlobal('window', { location: { reload }, dispatchEvent: (event: Event) => told.push(event.type) })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  [new TypeError('Failed to fetch dynamically imported module: https://x.example/app/a.js'), true],
  [new TypeError('error loading dynamically imported module: https://x.example/app/a.js'), true],
  [new TypeError('Importing a module script failed.'), true],
  [new Error('Unable to preload CSS for /app/assets/a.css'), true],
  [new TypeError("Cannot read properties of undefined (reading 'name')"), false],
  [new Error('import went wrong'), false],
  [null, false],
])('%s is a missing part: %s', (error, isMissing) => {
  expect(isMissingChunk(error)).toBe(isMissing)
})

test('a missing part loads the page once, and again only when the next release may have come', async () => {
  expect([await loadAnew(), await loadAnew()]).toEqual([true, false])
  expect(reload).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(300_000)
  expect(await loadAnew()).toBe(true)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('without a network the page stays, for loading would lose it', async () => {
  onLine = false
  expect(await loadAnew()).toBe(false)
  onLine = true
  expect(await loadAnew(), 'and may be loaded when there is one').toBe(true)
})

test('while the service does not answer the page stays, and what was typed in it', async () => {
  isAnswering = false
  expect(await loadAnew()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  expect(told, 'who watches the connection hears of it').toEqual(['poljin:unanswered'])
  isAnswering = true
  expect(await loadAnew()).toBe(true)
})
