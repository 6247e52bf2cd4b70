// How long a click takes until the browser has drawn what follows, on a processor four times slower.
import type { Browser, Page } from '@playwright/test'
import type { Cookies } from './fresh-page.ts'

const ROUNDS = 5
const SLOWER = 4

interface Act {
  readonly name: string
  readonly path: string
  readonly cookies: Cookies
  readonly act: (page: Page) => Promise<void>
}

/** The longest of the events since the page was told to listen, in ms; the browser rounds them to 8. */
async function longestEvent(page: Page, act: (page: Page) => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seenEvents: seen })
    const options = { type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit
    new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ duration }) => duration))).observe(options)
  })
  await act(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))))
  return page.evaluate(() => Math.max(0, ...(Reflect.get(window, 'seenEvents') as number[])))
}

/** Prints the middle of five rounds of each act. @returns whether all stay within the goal */
export async function reportClicks(browser: Browser, origin: string, acts: readonly Act[], goalMs: number) {
  let areMet = true
  for (const { name, path, cookies, act } of acts) {
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'fi-FI' })
      await context.addCookies(cookies)
      const page = await context.newPage()
      await page.goto(origin + path, { waitUntil: 'networkidle' })
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      rounds.push(await longestEvent(page, act))
      await context.close()
    }
    const middle = rounds.sort((left, right) => left - right)[Math.floor(ROUNDS / 2)]!
    console.log(`${name.padEnd(40)} ${String(middle).padStart(5)} ms${middle > goalMs ? '  missed' : ''}`)
    areMet &&= middle <= goalMs
  }
  return areMet
}
