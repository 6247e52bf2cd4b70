// Runs Lighthouse on public, sign-in and signed-in pages of a server with 100,000 people, each run in a fresh browser, and
// measures clicks. Ends with an error when a goal is missed. `ONLY` picks pages by a part of their address.
import type { Page } from '@playwright/test'
import { reportClicks } from './parts/clicks.ts'
import { type Category, type Cookies, categories, medianRun, type Run, withBrowser } from './parts/fresh-page.ts'
import { cookiesOf, type LargeService, startLargeService } from './parts/large-service.ts'

type Goals = Partial<Record<Category, number>>
interface Kind {
  readonly goals: Goals
  readonly scriptBytes: number
  /** Of a signed-in page. */
  readonly scripts?: number
  readonly tbtMs?: number
  readonly lcpMs?: number
  readonly cls?: number
}

const publicKind: Kind = {
  goals: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
  scriptBytes: 110_000,
}
/** Pages of the application are not for search engines, so findability is no goal of theirs. */
const loginKind: Kind = {
  goals: { performance: 98, accessibility: 100, 'best-practices': 100 },
  scriptBytes: 90_000,
}
const signedInKind: Kind = {
  goals: { performance: 95, accessibility: 100, 'best-practices': 100 },
  scriptBytes: 150_000,
  scripts: 12,
  tbtMs: 100,
  lcpMs: 2_000,
  cls: 0.02,
}
const INTERACTION_MS = 150

interface Looked {
  readonly address: string
  readonly kind: Kind
  readonly cookies: Cookies
}

function pagesOf({ origin, tokens, orderId }: LargeService): readonly Looked[] {
  const list = (kind: Kind, cookies: Cookies, addresses: readonly string[]) =>
    addresses.map((address) => ({ address, kind, cookies }))
  const as = (role: keyof typeof tokens) => cookiesOf(origin, tokens[role])
  return [
    ...list(publicKind, [], ['/', '/tyontekijalle', '/laskuri', '/usein-kysytyt-kysymykset']),
    ...list(loginKind, [], ['/kirjaudu']),
    ...list(signedInKind, as('beneficiary'), ['/mybike', '/kayttaja', '/bikeBrokerageService']),
    ...list(signedInKind, as('employer'), [
      '/tyonantaja',
      `/tyonantaja/tilaus/${orderId}`,
      '/yritys-asetukset',
      '/raportointi',
    ]),
    ...list(signedInKind, as('staff'), [
      '/admin',
      '/admin/tehtavat',
      '/admin/tilaukset',
      `/admin/tilaukset/${orderId}`,
      '/admin/laskut',
    ]),
  ]
}

function missedBy({ scores, lcpMs, cls, tbtMs, scripts }: Run, kind: Kind): string[] {
  const limits: readonly [string, number, number | undefined][] = [
    ['LCP', lcpMs, kind.lcpMs],
    ['CLS', cls, kind.cls],
    ['TBT', tbtMs, kind.tbtMs],
    ['bytes of scripts', scripts.bytes, kind.scriptBytes],
    ['number of scripts', scripts.count, kind.scripts],
  ]
  return [
    ...categories.filter((name) => scores[name] < (kind.goals[name] ?? 0)),
    ...limits.flatMap(([name, value, most]) => (most !== undefined && value > most ? [name] : [])),
  ]
}

async function reportPages(service: LargeService): Promise<boolean> {
  const only = process.env.ONLY ?? ''
  let areMet = true
  for (const { address, kind, cookies } of pagesOf(service).filter((page) => page.address.includes(only))) {
    const named = Object.keys(kind.goals) as Category[]
    const run = await medianRun(service.origin + address, cookies, named)
    const missed = missedBy(run, kind)
    const { count, bytes } = run.scripts
    console.log(
      `${address}\n  ${named.map((name) => `${name} ${run.scores[name]}`).join(', ')}\n  LCP ${run.lcpMs} ms, CLS ${run.cls.toFixed(3)}, TBT ${run.tbtMs} ms, ${(bytes / 1000).toFixed(1)} kB in ${count} scripts, ${run.requests} requests`,
    )
    if (missed.length > 0) console.log(`  missed: ${missed.join(', ')}; see ${run.faults.join(', ')}`)
    areMet &&= missed.length === 0
  }
  return areMet
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const firstRow = (page: Page) => page.locator('tbody tr > td button').first().click()

const run = async (service: LargeService) => {
  const arePagesMet = await reportPages(service)
  const { origin, tokens } = service
  const staff = cookiesOf(origin, tokens.staff)
  const employer = cookiesOf(origin, tokens.employer)
  const acts = [
    { name: 'the desk: open a row', path: '/admin/tilaukset', cookies: staff, act: firstRow },
    { name: 'the desk: next page', path: '/admin/tilaukset', cookies: staff, act: press('Seuraava') },
    { name: 'the desk: another theme', path: '/admin/tilaukset', cookies: staff, act: press(/tummaan teemaan/i) },
    { name: 'the employer’s list: open a row', path: '/tyonantaja?tab=manage', cookies: employer, act: firstRow },
  ]
  const areClicksMet =
    process.env.ONLY || (await withBrowser((browser) => reportClicks(browser, origin, acts, INTERACTION_MS)))
  if (!arePagesMet || !areClicksMet) process.exitCode = 1
}

const service = await startLargeService()
try {
  await run(service)
} finally {
  await service.stop()
}
