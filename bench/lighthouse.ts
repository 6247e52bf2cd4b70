// Runs Lighthouse on public, sign-in and signed-in pages of a demo server of its own and measures what the browser is sent. Ends with an
// error when a goal is missed.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findProgram } from '#testing/programs.ts'

const pages = ['/', '/tyontekijalle', '/laskuri', '/usein-kysytyt-kysymykset']
const goals = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof goals
type Goals = Partial<Record<Category, number>>
/** Pages of the application are not for search engines, so findability is no goal of theirs. */
const loginGoals: Goals = { performance: 98, accessibility: 100, 'best-practices': 100 }
const signedInGoals: Goals = { performance: 95, accessibility: 100, 'best-practices': 100 }
const applicationPages: readonly { email: string | null; address: string; wanted: Goals }[] = [
  { email: null, address: '/kirjaudu', wanted: loginGoals },
  { email: 'editor@demo.example', address: '/tyonantaja', wanted: signedInGoals },
  { email: 'employee@demo.example', address: '/mybike', wanted: signedInGoals },
  { email: 'reporting@demo.example', address: '/raportointi', wanted: signedInGoals },
]
const categories = Object.keys(goals) as Category[]
const SCRIPT_BYTES_MAX = 110_000
const ROUNDS = 3
const root = path.resolve(import.meta.dirname, '..')

interface Run {
  readonly scores: Record<Category, number>
  readonly lcpMs: number
  readonly cls: number
  readonly tbtMs: number
  /** What cost points, by the names of the audits. */
  readonly faults: readonly string[]
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function startServer(port: number, dataDir: string): Promise<ChildProcess> {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
    DATABASE_URL: '',
    ORIGIN: '',
  }
  const server = spawn(process.execPath, ['src/app/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
  for (let tries = 0; tries < 600 && server.exitCode === null; tries += 1) {
    const isUp = await fetch(`http://localhost:${port}/api/health-check`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return server
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  server.kill()
  throw new Error('The server did not start.')
}

async function measure(url: string, port: number, wanted: readonly Category[]): Promise<Run> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...wanted],
    formFactor: 'mobile',
    // Whoever is signed in stays so.
    disableStorageReset: true,
  })
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`)
  const { categories: found, audits } = result.lhr
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const scores = Object.fromEntries(categories.map((name) => [name, Math.round((found[name]?.score ?? 0) * 100)]))
  const weighed = categories.flatMap((name) => found[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? [])
  return {
    scores: scores as Run['scores'],
    lcpMs: Math.round(value('largest-contentful-paint')),
    cls: value('cumulative-layout-shift'),
    tbtMs: Math.round(value('total-blocking-time')),
    faults: weighed.flatMap(({ id }) => ((audits[id]?.score ?? 1) < 0.9 ? [id] : [])),
  }
}

/** The run in the middle by its performance score. */
async function medianRun(url: string, port: number, wanted: readonly Category[] = categories): Promise<Run> {
  const runs: Run[] = []
  for (let round = 0; round < ROUNDS; round += 1) runs.push(await measure(url, port, wanted))
  return runs.sort((left, right) => left.scores.performance - right.scores.performance)[Math.floor(ROUNDS / 2)]!
}

/** What an address weighs on its way, compressed as browsers ask for it. */
function bytesOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
      })
      answer.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}

/** Every script that a page names: those that run at once and those that are fetched for later. */
async function scriptBytes(url: string): Promise<number> {
  const html = await (await fetch(url)).text()
  const scripts = new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1]!))
  const sizes = await Promise.all([...scripts].map((script) => bytesOf(new URL(script, url).href)))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

/** What somebody who is signed in is sent when they open a page with an empty cache, by kind. */
async function signedInBytes(browser: Browser, origin: string, email: string, address: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.request.post(`${origin}/api/login`, {
    headers: { origin },
    data: { email, password: 'Poljin-demo-2026' },
  })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  await page.goto(origin + address, { waitUntil: 'networkidle' })
  if (new URL(page.url()).pathname !== address) throw new Error(`${address} led to ${page.url()}`)
  await context.close()
  return bytes
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** Gives the tabs that Lighthouse opens somebody's session, or takes it away. */
async function signIn(browser: Browser, origin: string, email: string | null) {
  const session = await browser.newBrowserCDPSession()
  await session.send('Storage.clearCookies')
  if (!email) return
  const reply = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Poljin-demo-2026' }),
  })
  const cookies = reply.headers.getSetCookie().map((cookie) => {
    const [name = '', value = ''] = cookie.split(';')[0]!.split('=')
    return { name, value, url: origin, httpOnly: true }
  })
  if (!reply.ok || cookies.length === 0) throw new Error(`${email} could not sign in: ${reply.status}`)
  await session.send('Storage.setCookies', { cookies })
}

async function reportOfApplication(browser: Browser, origin: string, port: number): Promise<boolean> {
  let isMet = true
  for (const { address, email, wanted } of applicationPages) {
    await signIn(browser, origin, email)
    const named = Object.keys(wanted) as Category[]
    const { scores, lcpMs, cls, tbtMs, faults } = await medianRun(origin + address, port, named)
    const missed = named.filter((name) => scores[name] < (wanted[name] ?? 0))
    const said = named.map((name) => `${name} ${scores[name]}`).join(', ')
    console.log(`${address}\n  ${said}\n  LCP ${lcpMs} ms, CLS ${cls.toFixed(3)}, TBT ${tbtMs} ms`)
    if (missed.length > 0) console.log(`  missed: ${missed.join(', ')}; see ${faults.join(', ')}`)
    isMet = isMet && missed.length === 0
  }
  await signIn(browser, origin, null)
  return isMet
}

async function report(origin: string, port: number): Promise<boolean> {
  let isMet = true
  for (const address of pages) {
    const { scores, lcpMs, cls, tbtMs, faults } = await medianRun(origin + address, port)
    const scripts = await scriptBytes(origin + address)
    const missed = [
      ...categories.filter((name) => scores[name] < goals[name]),
      ...(scripts > SCRIPT_BYTES_MAX ? ['scripts'] : []),
    ]
    const said = categories.map((name) => `${name} ${scores[name]}`).join(', ')
    console.log(
      `${address}\n  ${said}\n  LCP ${lcpMs} ms, CLS ${cls.toFixed(3)}, TBT ${tbtMs} ms, scripts ${kB(scripts)}`,
    )
    if (missed.length > 0) console.log(`  missed: ${missed.join(', ')}; see ${faults.join(', ')}`)
    isMet = isMet && missed.length === 0
  }
  return isMet
}

async function run() {
  const executablePath = findProgram('chromium', 'chromium-browser', 'google-chrome')
  if (!executablePath) throw new Error('Chromium is needed and not installed.')
  const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-lighthouse-'))
  const [port, debugPort] = [await freePort(), await freePort()]
  const server = await startServer(port, dataDir)
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({
    executablePath,
    args: [`--remote-debugging-port=${debugPort}`, '--disable-background-networking', ...asRoot],
  })
  try {
    const origin = `http://localhost:${port}`
    const arePublicMet = await report(origin, debugPort)
    const isMet = (await reportOfApplication(browser, origin, debugPort)) && arePublicMet
    const kinds = await signedInBytes(browser, origin, 'editor@demo.example', '/tyonantaja')
    const listed = Object.entries(kinds).map(([kind, bytes]) => `${kind.toLowerCase()} ${kB(bytes)}`)
    console.log(`/tyonantaja, signed in, empty cache, brotli\n  ${listed.join(', ')}`)
    if (!isMet) process.exitCode = 1
  } finally {
    await browser.close()
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await run()
