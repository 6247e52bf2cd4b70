import { afterEach, expect, test, vi } from 'vitest'
import { browserTabs, refreshSession, type SharedBetweenTabs } from './session-refresh.ts'

afterEach(() => vi.unstubAllGlobals())

function tabsRefreshedAt(last: number): SharedBetweenTabs & { kept: number[] } {
  const kept: number[] = []
  return {
    kept,
    alone: (work) => work(),
    lastRefresh: () => last,
    setLastRefresh: (milliseconds) => kept.push(milliseconds),
    now: () => 2000,
  }
}

test.each([
  [999, 1],
  [1000, 1],
  [1001, 0],
])('a call sent at 1000 after a refresh at %i asks for %i', async (last, asked) => {
  const post = vi.fn(async () => true)
  const tabs = tabsRefreshedAt(last)
  expect(await refreshSession(tabs, 1000, post)).toBe(true)
  expect(post).toHaveBeenCalledTimes(asked)
  expect(tabs.kept).toEqual(asked ? [2000] : [])
})

test('a refresh that failed is not kept as one', async () => {
  const tabs = tabsRefreshedAt(0)
  expect(await refreshSession(tabs, 1000, async () => false)).toBe(false)
  expect(tabs.kept).toEqual([])
})

test('another tab reads when the last refresh was, and a browser without storage reads none', () => {
  const store = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  })
  expect(browserTabs().lastRefresh()).toBe(0)
  browserTabs().setLastRefresh(1234)
  expect(browserTabs().lastRefresh()).toBe(1234)
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('refused')
    },
  })
  expect(browserTabs().lastRefresh()).toBe(0)
})
