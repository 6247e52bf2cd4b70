// Lighthouse as somebody meets a page for the first time: each run in a browser of its own with an empty cache.
import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findProgram } from '#testing/runs/programs.ts'
import { freePort } from './large-service.ts'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof categories)[number]
export type Cookies = Parameters<BrowserContext['addCookies']>[0]

export interface Run {
  readonly scores: Record<Category, number>
  readonly lcpMs: number
  readonly cls: number
  readonly tbtMs: number
  /** Scripts that were fetched: how many, and their bytes on the way. */
  readonly scripts: { readonly count: number; readonly bytes: number }
  readonly requests: number
  /** What cost points, by the names of the audits. */
  readonly faults: readonly string[]
}

const ROUNDS = 3

export async function withBrowser<R>(
  work: (browser: Awaited<ReturnType<typeof chromium.launch>>, debugPort: number) => Promise<R>,
): Promise<R> {
  const executablePath = findProgram('chromium', 'chromium-browser', 'google-chrome')
  if (!executablePath) throw new Error('Chromium is needed and not installed.')
  const debugPort = await freePort()
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({
    executablePath,
    args: [
      `--remote-debugging-port=${debugPort}`,
      '--disable-background-networking',
      '--ignore-certificate-errors',
      ...asRoot,
    ],
  })
  try {
    return await work(browser, debugPort)
  } finally {
    await browser.close()
  }
}

/** One run in a new browser that holds nothing but a session's cookies. */
function freshRun(url: string, cookies: Cookies, wanted: readonly Category[]): Promise<Run> {
  return withBrowser(async (browser, port) => {
    const session = await browser.newBrowserCDPSession()
    await session.send('Storage.setCookies', { cookies: cookies as never })
    // The cookies stay; of anything else a new browser has nothing.
    const options = { port, logLevel: 'error' as const, onlyCategories: [...wanted], formFactor: 'mobile' as const }
    const result = await lighthouse(url, { ...options, disableStorageReset: true })
    if (!result) throw new Error(`Lighthouse gave no result for ${url}`)
    return runOf(url, result.lhr)
  })
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function runOf(url: string, { categories: found, audits, finalDisplayedUrl }: Report): Run {
  const { pathname } = new URL(finalDisplayedUrl)
  if (pathname !== new URL(url).pathname) throw new Error(`${url} led to ${pathname}`)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const details = audits['network-requests']?.details as { items?: Fetched[] } | undefined
  const fetched = details?.items ?? []
  const scripts = fetched.filter(({ resourceType }) => resourceType === 'Script')
  const weighed = categories.flatMap((name) => found[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? [])
  return {
    scores: Object.fromEntries(
      categories.map((name) => [name, Math.round((found[name]?.score ?? 0) * 100)]),
    ) as Run['scores'],
    lcpMs: Math.round(value('largest-contentful-paint')),
    cls: value('cumulative-layout-shift'),
    tbtMs: Math.round(value('total-blocking-time')),
    scripts: { count: scripts.length, bytes: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0) },
    requests: fetched.length,
    faults: weighed.flatMap(({ id }) => ((audits[id]?.score ?? 1) < 0.9 ? [id] : [])),
  }
}

interface Fetched {
  readonly resourceType: string
  readonly transferSize: number
}

/** The run in the middle by its performance score. */
export async function medianRun(url: string, cookies: Cookies, wanted: readonly Category[]): Promise<Run> {
  const runs: Run[] = []
  for (let round = 0; round < ROUNDS; round += 1) runs.push(await freshRun(url, cookies, wanted))
  return runs.sort((left, right) => left.scores.performance - right.scores.performance)[Math.floor(ROUNDS / 2)]!
}
