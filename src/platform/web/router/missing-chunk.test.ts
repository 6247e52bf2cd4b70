import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isMissingChunk, loadAnew } from './missing-chunk.ts'

const reload = vi.fn()
const store = new Map<string, string>()
let onLine = true

beforeEach(() => {
  store.clear()
  reload.mockClear()
  onLine = true
  vi.useFakeTimers({ now: new Date('2026-05-04T08:00:00Z') })
  vi.stubGlobal('navigator', {
    get onLine() {
      return onLine
    },
  })
  vi.stubGlobal('window', { location: { reload } })
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

test('a missing part loads the page once, and again only when the next release may have come', () => {
  expect([loadAnew(), loadAnew()]).toEqual([true, false])
  expect(reload).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(300_000)
  expect(loadAnew()).toBe(true)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('without a network the page stays, for loading would lose it', () => {
  onLine = false
  expect(loadAnew()).toBe(false)
  onLine = true
  expect(loadAnew(), 'and may be loaded when there is one').toBe(true)
})
