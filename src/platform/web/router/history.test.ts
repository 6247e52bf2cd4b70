import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Scroll } from './scroll.ts'

interface Entry {
  url: string
  state: unknown
}

/** A browser's tab as far as the history needs it; steps back and forth are told at once. */
function createTab(entries: Entry[], index = entries.length - 1) {
  const listeners = new Map<string, ((event: never) => void)[]>()
  const tell = (name: string, event: object) => {
    for (const listener of listeners.get(name) ?? []) listener(event as never)
  }
  const url = () => new URL(entries[index]!.url, 'https://pyora.example')
  const write = (state: unknown, address: string | undefined, position: number) => {
    const next = address === undefined ? url().href : new URL(address, url()).href
    entries.length = position === index ? entries.length : position
    index = position
    entries[index] = { state, url: next }
  }
  const store = new Map<string, string>()
  const tab = {
    scrollX: 0,
    scrollY: 0,
    location: {
      get href() {
        return url().href
      },
      get pathname() {
        return url().pathname
      },
      get search() {
        return url().search
      },
      get hash() {
        return url().hash
      },
    },
    history: {
      get state() {
        return entries[index]!.state
      },
      scrollRestoration: 'auto',
      pushState: (state: unknown, _: string, address?: string) => write(state, address, index + 1),
      replaceState: (state: unknown, _: string, address?: string) => write(state, address, index),
      go(way: number) {
        index += way
        tell('popstate', { state: entries[index]!.state })
      },
    },
    scrollTo: ({ top }: { top: number }) => {
      tab.scrollY = top
    },
    addEventListener: (name: string, listener: (event: never) => void) =>
      listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    removeEventListener: () => {},
  }
  return {
    tab,
    store,
    entries,
    where: () => url().pathname + url().search + url().hash,
    back: () => tab.history.go(-1),
    /** The reader presses a link to a place within the page. */
    hash(name: string) {
      const same = url().hash === name
      write(null, name, same ? index : index + 1)
      tell('popstate', { state: null })
      tab.scrollY = 900
      tell('scroll', {})
    },
    scroll(y: number) {
      tab.scrollY = y
      tell('scroll', {})
    },
    leave() {
      tell('pagehide', {})
      let asked = false
      tell('beforeunload', { preventDefault: () => (asked = true) })
      return asked
    },
  }
}

async function open(opened: ReturnType<typeof createTab>) {
  vi.stubGlobal('window', opened.tab)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => opened.store.get(key) ?? null,
    setItem: (key: string, value: string) => opened.store.set(key, value),
  })
  vi.stubGlobal('document', { getElementById: () => null, body: {} })
  vi.resetModules()
  const history = await import('./history.ts')
  const arrivals: Scroll[] = []
  history.startHistory((scroll) => arrivals.push(scroll))
  return { ...history, arrivals, last: () => arrivals.at(-1) }
}

afterEach(() => vi.unstubAllGlobals())

const atHome = () => createTab([{ url: '/mybike', state: null }])

describe('the way back', () => {
  test('leads to where a page was left', async () => {
    const browser = atHome()
    const { navigate, last } = await open(browser)
    expect(last()).toBe('top')
    browser.scroll(700)
    navigate('/tyonantaja')
    expect(last()).toBe('top')
    browser.scroll(40)
    browser.back()
    expect(last()).toEqual({ x: 0, y: 700 })
    browser.tab.history.go(1)
    expect(last()).toEqual({ x: 0, y: 40 })
  })

  test('leads past a page that was replaced', async () => {
    const browser = atHome()
    const { navigate } = await open(browser)
    navigate('/a')
    navigate('/b', { replace: true })
    browser.back()
    expect(browser.where()).toBe('/mybike')
  })

  test('is not made longer by a link to where one is', async () => {
    const browser = atHome()
    const { navigate } = await open(browser)
    navigate('/mybike')
    expect(browser.entries).toHaveLength(1)
  })

  test('remembers apart what stood before and after a full load', async () => {
    const browser = atHome()
    await open(browser)
    browser.scroll(700)
    browser.leave()
    const second = createTab([...browser.entries, { url: '/kayttaja', state: null }])
    second.store.set('poljin.scroll', browser.store.get('poljin.scroll')!)
    const { last } = await open(second)
    expect(last()).toBe('top')
    second.scroll(5)
    second.leave()
    const third = createTab(second.entries, 0)
    third.store.set('poljin.scroll', second.store.get('poljin.scroll')!)
    expect((await open(third)).last()).toEqual({ x: 0, y: 700 })
  })

  test('leads out of a place within the page to where the page stood before', async () => {
    const browser = atHome()
    const { arrivals } = await open(browser)
    browser.scroll(120)
    browser.hash('#osa')
    browser.hash('#osa')
    expect(browser.entries).toHaveLength(2)
    browser.back()
    expect(browser.tab.scrollY).toBe(120)
    expect(arrivals, 'nothing is drawn anew').toEqual(['top'])
  })
})

describe('a form that is not saved', () => {
  let browser: ReturnType<typeof createTab>
  let parts: Awaited<ReturnType<typeof open>>
  let answers: (() => void)[]

  beforeEach(async () => {
    browser = atHome()
    parts = await open(browser)
    parts.navigate('/kayttaja')
    answers = []
    const path = browser.tab.location.pathname
    parts.addNavigationBlocker({ blocks: (next) => next !== path, ask: (proceed) => answers.push(proceed) })
  })

  test('asks before a link leads away, and lets it go on', () => {
    parts.navigate('/tyonantaja')
    expect([answers.length, browser.where()]).toEqual([1, '/kayttaja'])
    answers[0]!()
    expect(browser.where()).toBe('/tyonantaja')
  })

  test('asks nothing for another query of the same page', () => {
    parts.navigate('/kayttaja?page=2')
    expect([answers.length, browser.where()]).toEqual([0, '/kayttaja?page=2'])
  })

  test('stays when the way back is taken and not confirmed, as often as it is taken', () => {
    browser.back()
    browser.back()
    expect([answers.length, browser.where()]).toEqual([2, '/kayttaja'])
    expect(parts.arrivals).toHaveLength(2)
  })

  test('lets the confirmed way back go on, and asks again the next time', () => {
    browser.back()
    answers[0]!()
    expect([answers.length, browser.where()]).toEqual([1, '/mybike'])
    parts.addNavigationBlocker({ blocks: (next) => next !== '/mybike', ask: (proceed) => answers.push(proceed) })
    browser.tab.history.go(1)
    expect([answers.length, browser.where()]).toEqual([2, '/mybike'])
  })

  test('asks on the way back also after a link within the page', () => {
    parts.navigate('/kayttaja?tab=b')
    browser.hash('#osa')
    browser.tab.history.go(-3)
    expect([answers.length, browser.where()]).toEqual([1, '/kayttaja?tab=b#osa'])
  })

  test('asks before the page is closed', () => {
    expect(browser.leave()).toBe(true)
  })

  test('is not asked about twice when the page that was agreed to leads on', () => {
    parts.navigate('/kirjaudu', { replace: true, force: true })
    expect([answers.length, browser.where()]).toEqual([0, '/kirjaudu'])
  })
})
