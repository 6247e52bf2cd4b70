import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'

const root = path.resolve(import.meta.dirname, '..')
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
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function startService(): Promise<{ service: Service; stop(): Promise<void> }> {
  const port = await freePort()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-e2e-'))
  const node = path.join(root, 'node_modules/.bin/node')
  const server: ChildProcess = spawn(node, ['src/app/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      DATABASE_URL: '',
      // A test may ask as several visitors, each by an address of its own.
      TRUST_PROXY: '1',
      ORIGIN: `http://localhost:${port}`,
    },
  })
  const url = `http://localhost:${port}`
  for (let i = 0; ; i += 1) {
    if (
      await fetch(`${url}/api/health-check`).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      break
    if (i > 600 || server.exitCode !== null) throw new Error('the server did not start')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
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
  }
  const stop = async () => {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { service, stop }
}

export const test = base.extend<object, { service: Service }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const { service, stop } = await startService()
      await use(service)
      await stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
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

async function codeFor(service: Service, email: string): Promise<string> {
  const totp = await fetch(`${service.url}/api/demo/totp?email=${encodeURIComponent(email)}`)
  if (totp.ok) return ((await totp.json()) as { code: string }).code
  const { items } = (await (await fetch(`${service.url}/api/demo/outbox`)).json()) as { items: OutboxItem[] }
  return /\d{6}/.exec(items.find((item) => item.channel === 'SMS')!.text)![0]
}

/** A link of a message as a path of the test's own server. */
export function pathOf(item: OutboxItem): string {
  const url = new URL(item.links[0]!)
  return url.pathname + url.search
}

/** axe finds nothing on the page as it stands, in the light theme and in the dark. */
export async function expectAccessible(page: Page, name: string) {
  // Colours that are still on their way would be measured half-way.
  await page.addStyleTag({
    content: '*, *::before, *::after { transition: none !important; animation: none !important }',
  })
  for (const scheme of ['light', 'dark']) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme)
    await page.waitForTimeout(50)
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    expect(
      violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(' | ')}`),
      `${name}, ${scheme}`,
    ).toEqual([])
  }
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'))
}

type Kept = Awaited<ReturnType<BrowserContext['storageState']>>
const keptSessions = new Map<string, Kept>()

/**
 * A page of somebody signed in, as wide as a desk. Whoever has signed in to the service before comes back with that
 * session: a code of an authenticator app is good for one sign-in only.
 */
export async function signedIn(browser: Browser, service: Service, email: string): Promise<Page> {
  const key = `${service.url} ${email}`
  const storageState = keptSessions.get(key)
  const context = await browser.newContext({
    locale: 'fi-FI',
    timezoneId: 'Europe/Helsinki',
    viewport: { width: 1440, height: 900 },
    ...(storageState ? { storageState } : {}),
  })
  const page = await context.newPage()
  // A session may have ended meanwhile: signed out, or overtaken by the demo's clock.
  if (storageState && (await context.request.get(`${service.url}/api/user`)).ok()) return page
  await context.clearCookies()
  await signIn(page, service, email)
  keptSessions.set(key, await context.storageState())
  return page
}
