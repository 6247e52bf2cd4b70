import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Request,
  request,
} from '@playwright/test'
import type axe from 'axe-core'
import { seededFolder, startServer } from './server.ts'

const password = 'Poljin-demo-2026'

export interface OutboxItem {
  channel: 'EMAIL' | 'SMS'
  to: string
  subject: string
  text: string
  links: string[]
}

/** A demo server of the test's own, with its outbox and its clock. */
export interface Service {
  readonly url: string
  /** The newest message to a recipient, as soon as there is one that fits. */
  message(to: string, fits?: (item: OutboxItem) => boolean): Promise<OutboxItem>
  moveClock(to: string): Promise<void>
  now(): Promise<string>
  /** Kills the server, does what is given, and starts it again at the same address. */
  withoutServer(work: () => Promise<void>): Promise<void>
}

/** Adds to the data folder of a server that has not started yet. */
type Prepare = (dataDir: string) => Promise<void>

async function startService(
  prepare: Prepare,
  variables: Readonly<Record<string, string>>,
): Promise<{ service: Service; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-e2e-'))
  cpSync(process.env[seededFolder]!, dataDir, { recursive: true })
  await prepare(dataDir)
  let server = await startServer(dataDir, undefined, variables)
  const { url } = server
  const service: Service = {
    url,
    async message(to, fits = () => true) {
      for (let i = 0; i < 50; i += 1) {
        const reply = await fetch(`${url}/api/demo/outbox?to=${encodeURIComponent(to)}`)
        const { items } = (await reply.json()) as { items: OutboxItem[] }
        const found = items.find(fits)
        if (found) return found
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      throw new Error(`no message to ${to}`)
    },
    async moveClock(to) {
      const reply = await fetch(`${url}/api/demo/clock`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ now: to }),
      })
      if (!reply.ok) throw new Error(await reply.text())
    },
    async now() {
      return ((await (await fetch(`${url}/api/demo/clock`)).json()) as { now: string }).now
    },
    async withoutServer(work) {
      await server.kill()
      await work()
      server = await startServer(dataDir, url, variables)
    },
  }
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { service, stop }
}

/** Journeys on a demo to which something has been added, or on a server whose variables say otherwise. */
export const testOn = (prepare: Prepare, variables: Readonly<Record<string, string>> = {}) =>
  base.extend<object, { service: Service }>({
    service: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
      async ({}, use) => {
        const { service, stop } = await startService(prepare, variables)
        await use(service)
        await stop()
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  })
export const test = testOn(async () => undefined)
export { expect }

/** Signs a user in through the page, with the code that the second factor asks for. */
export async function signIn(page: Page, service: Service, email: string, secret = password) {
  await page.goto(`${service.url}/kirjaudu`)
  await page.getByLabel('Sähköposti').fill(email)
  await page.getByLabel('Salasana', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Jatka' }).click()
  const code = page.getByLabel('Vahvistuskoodi')
  const away = page.waitForURL((url) => !url.pathname.startsWith('/kirjaudu'))
  const asked = code.waitFor().then(
    () => true,
    () => false,
  )
  if (!(await Promise.race([away.then(() => false), asked]))) return
  await code.fill(await codeFor(service, email))
  await page.getByRole('button', { name: 'Kirjaudu sisään' }).click()
  await away
}

/** A phone in Finland. */
export async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    locale: 'fi-FI',
    timezoneId: 'Europe/Helsinki',
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return page
}

/** The codes of authenticator apps that have signed somebody in: each is good for one sign-in only. */
const spentCodes = new Set<string>()

export async function codeFor(service: Service, email: string): Promise<string> {
  for (let looks = 0; looks < 400; looks += 1) {
    const totp = await fetch(`${service.url}/api/demo/totp?email=${encodeURIComponent(email)}`)
    if (!totp.ok) break
    const { code } = (await totp.json()) as { code: string }
    const spent = `${service.url} ${email} ${code}`
    if (!spentCodes.has(spent)) {
      spentCodes.add(spent)
      return code
    }
    // The app shows the next one within half a minute.
    await pause(100)
  }
  const { items } = (await (await fetch(`${service.url}/api/demo/outbox`)).json()) as { items: OutboxItem[] }
  return /\d{6}/.exec(items.find((item) => item.channel === 'SMS')!.text)![0]
}

/** Calls of somebody signed in, as their pages make them. */
export async function callsOf(service: Service, email: string): Promise<APIRequestContext> {
  const calls = await request.newContext({ baseURL: service.url, extraHTTPHeaders: { origin: service.url } })
  const login = await calls.post('/api/login', { data: { email, password } })
  if (login.status() !== 202) return calls
  await calls.post('/api/verify', { data: { email, code: await codeFor(service, email) } })
  return calls
}

const underWay = new WeakMap<Page, Set<Request>>()

function requestsOf(page: Page): Set<Request> {
  const requests = new Set<Request>()
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  underWay.set(page, requests)
  return requests
}

/** Waits until the page has its heading and every call that it makes for its content has been answered. */
export async function settled(page: Page) {
  await page.locator('h1').first().waitFor()
  let requests = underWay.get(page)
  if (!requests) {
    requests = requestsOf(page)
    await page.waitForLoadState('networkidle')
  }
  const known = requests
  // A reply may lead to the next call, so the page has to be quiet for a moment.
  for (let quiet = 0, looks = 0; quiet < 4; looks += 1) {
    expect(looks, `the page still waits for ${[...known].map((request) => request.url()).join(', ')}`).toBeLessThan(600)
    await pause(25)
    quiet = known.size === 0 ? quiet + 1 : 0
  }
  await expect(page.locator('[class*="skeleton"], [aria-busy="true"]')).toHaveCount(0)
}

/** A link of a message as a path of the test's own server. */
export function pathOf(item: OutboxItem): string {
  const url = new URL(item.links[0]!)
  return url.pathname + url.search
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose outcome a theme can change. */
const colourRules = ['color-contrast', 'link-in-text-block']

const checks = [
  { scheme: 'light', runOnly: { type: 'tag', values: everyRule } },
  { scheme: 'dark', runOnly: { type: 'rule', values: colourRules } },
] satisfies { scheme: string; runOnly: axe.RunOnly }[]

/**
 * What axe finds on the page as it stands: by every rule in the light theme, and by those of colour in the dark unless
 * the light one alone is asked for.
 */
export async function violationsOf(page: Page, { lightAlone = false } = {}): Promise<string[]> {
  // Colours that are still on their way would be measured half-way.
  await page.addStyleTag({
    content: '*, *::before, *::after { transition: none !important; animation: none !important }',
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async (runs) => {
      const checker: typeof axe = Reflect.get(window, 'axe')
      // A bar that stays in the window covers whatever is scrolled under it; scrolled on, that is whole again.
      const isUnderBar = (place: string) => {
        const element = document.querySelector(place)!
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const between = (from: number, to: number) =>
          [0, 0.25, 0.5, 0.75, 1].map((part) => from + 1 + (to - from - 2) * part)
        const points = between(top, bottom).flatMap((y) => between(left, right).map((x) => [x, y] as const))
        return points.some(([x, y]) => {
          let over = document.elementFromPoint(x, y)
          const isBar = (one: Element) => ['fixed', 'sticky'].includes(getComputedStyle(one).position)
          while (over && !over.contains(element) && !isBar(over)) over = over.parentElement
          return over !== null && !over.contains(element)
        })
      }
      const show = (scheme: string) => document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
      const found: string[] = []
      for (const { scheme, runOnly } of runs) {
        show(scheme)
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
        // Without frames of other origins one pass in the page itself is the whole check.
        const { violations } = await checker.run({ resultTypes: ['violations'], iframes: false, runOnly })
        for (const { id, nodes } of violations) {
          const places = nodes.map((node) => node.target.join(' '))
          const wrong = places.filter((place) => id !== 'target-size' || !isUnderBar(place))
          if (wrong.length > 0) found.push(`${scheme}, ${id}: ${wrong.join(' | ')}`)
        }
      }
      show('light')
      return found
    },
    lightAlone ? checks.slice(0, 1) : checks,
  )
}

/** axe finds nothing on the page as it stands, in the light theme and in the dark. */
export async function expectAccessible(page: Page, name: string) {
  // A page that is still being drawn has no heading yet, which is not what is asked here.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  expect(await violationsOf(page), name).toEqual([])
}

/** Presses what stands at the foot of a row's panel, which grows as the page is scrolled, once it has come to rest. */
export async function pressAtFoot(button: Locator) {
  await button.evaluate(async (element) => {
    element.scrollIntoView({ block: 'center' })
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })
  await button.click()
}

interface Kept {
  readonly context: BrowserContext
  state: Awaited<ReturnType<BrowserContext['storageState']>>
}
const keptSessions = new Map<string, Kept>()

/**
 * The session as its last page has it now: an older state of it would end it for that page, as a stolen one would. A page
 * that is somebody else's by now, or gone, leaves the state as it was.
 */
async function stateOf(kept: Kept | undefined, service: Service, email: string) {
  if (!kept) return undefined
  try {
    const reply = await kept.context.request.get(`${service.url}/api/user`)
    const user = reply.ok() ? ((await reply.json()) as { email: string }) : null
    if (user?.email === email) {
      // What a test has chosen for its page, such as a language, stays there.
      const isOfSession = ({ httpOnly }: { httpOnly: boolean }) => httpOnly
      const chosen = kept.state.cookies.filter((cookie) => !isOfSession(cookie))
      kept.state.cookies = [...chosen, ...(await kept.context.cookies()).filter(isOfSession)]
    }
  } catch {
    // The page is gone with its test.
  }
  return kept.state
}

/** As wide as a desk in Finland. */
const atDesk = { locale: 'fi-FI', timezoneId: 'Europe/Helsinki', viewport: { width: 1440, height: 900 } }

/**
 * A page of somebody who has just signed in. The session of `signedIn` may have given its password once more in an
 * earlier test, and is then not asked for it.
 */
export async function signedInAnew(browser: Browser, service: Service, email: string): Promise<Page> {
  const page = await (await browser.newContext(atDesk)).newPage()
  await signIn(page, service, email)
  return page
}

/**
 * A page of somebody signed in, as wide as a desk. Whoever has signed in to the service before comes back with that
 * session: a code of an authenticator app is good for one sign-in only.
 */
export async function signedIn(browser: Browser, service: Service, email: string): Promise<Page> {
  const key = `${service.url} ${email}`
  const storageState = await stateOf(keptSessions.get(key), service, email)
  const context = await browser.newContext({ ...atDesk, ...(storageState ? { storageState } : {}) })
  const page = await context.newPage()
  // A session may have ended meanwhile: signed out, or overtaken by the demo's clock.
  if (!storageState || !(await context.request.get(`${service.url}/api/user`)).ok()) {
    await context.clearCookies()
    await signIn(page, service, email)
  }
  keptSessions.set(key, { context, state: await context.storageState() })
  return page
}
