import type { Browser, Page } from '@playwright/test'
import { screens } from '../src/app/web/screens.tsx'
import { layoutAccess } from '../src/app/web/sign-in-screens.ts'
import { type RoleName, seededPermissionsOf } from '../src/platform/contract/permissions.ts'
import { isShortRun } from '../src/testing/runs/long-tests.ts'
import { expect, type Service, settled, signedIn, test, violationsOf } from './helpers/support.ts'
import { tabThrough } from './helpers/tab-walk.ts'

// The tests of this file touch no row in common, so they may run beside each other.
test.describe.configure({ mode: 'parallel' })

const desktop = { width: 1440, height: 900 }
const narrow = { width: 320, height: 700 }

async function person(browser: Browser, service: Service, email: string): Promise<Page> {
  const page = await signedIn(browser, service, email)
  page.setDefaultTimeout(15_000)
  return page
}

/** The signed-in addresses that a role may open and that name no row. */
function addressesOf(role: RoleName): string[] {
  const held = new Set<string>(seededPermissionsOf(role))
  return screens
    .filter(({ access, path }) => (access === 'session' || held.has(access)) && !path.includes('$'))
    .filter(({ layout }) => layoutAccess[layout]?.some((needed) => held.has(needed)) ?? true)
    .map(({ path }) => path)
}

const isForStaff = (address: string) => /^\/(admin($|\/)|kayttaja$)/.test(address)

/**
 * Pages of the administration without a list whose rows open beside it: rows of tasks and of what came in lead on, and the
 * demo has no plan of an absence and no copy of anybody's data. Every other list has a row in the demo.
 */
const withoutRows = [
  '/admin/verotaulukot',
  '/admin/asetukset',
  '/admin/tehtavat',
  '/admin/raportointi',
  '/admin/lisaa-yritys',
  '/admin/poissaolot',
  '/admin/saapuneet',
  '/admin/tietojen-kopiot',
  '/admin/tietopyynnot',
  '/kayttaja',
]

const looksLikeKey = /(?:^|[\s(„”"])(?:[a-z][\w-]*:)?[a-z][A-Za-z-]*(?:\.[A-Za-z_][\w-]*)+(?=$|[\s,.)”"])/gm

async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = []
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  if (wide > narrow.width) faults.push(`is ${wide} px wide at ${narrow.width} px`)
  const keys = (await page.locator('body').innerText()).match(looksLikeKey) ?? []
  const untold = keys.filter((key) => !/\.(example|fi|eu|pdf|csv)$/.test(key.trim()))
  if (untold.length > 0) faults.push(`shows ${untold.join(', ')}`)
  const headings = await page.locator('h1').count()
  if (headings !== 1) faults.push(`has ${headings} first headings`)
  if (!/^.+ – Poljin$/.test(await page.title())) faults.push(`is called ${await page.title()}`)
  return faults
}

/** The row that stands first opens beside its list. */
async function openFirstRow(page: Page) {
  const opener = page.locator('tbody tr > td button').first()
  if (!(await opener.isVisible())) return
  await opener.click()
  await settled(page)
}

/** Opens the first row of a list by Enter, looks at both, and closes it by Escape, which leads back to the row. */
async function openAndClose(page: Page): Promise<string[]> {
  const opener = page.locator('tbody tr:first-child > td > button').first()
  if ((await opener.count()) === 0) return ['has no row that opens']
  await opener.focus()
  await page.keyboard.press('Enter')
  await settled(page)
  const panel = page.getByRole('complementary').last()
  if (!(await panel.getByRole('heading', { level: 2 }).first().isVisible())) return ['opens no named panel']
  const violations = await violationsFromTop(page)
  await page.keyboard.press('Escape')
  const isBack = await opener.evaluate((element) => element === document.activeElement)
  return isBack ? violations : [...violations, 'does not lead back to its row']
}

async function violationsFromTop(page: Page): Promise<string[]> {
  // What the sticky header covers would count as too small to be hit.
  await page.evaluate(() => window.scrollTo(0, 0))
  return violationsOf(page, { lightAlone: isShortRun })
}

async function openAndLook(page: Page): Promise<string[]> {
  await openFirstRow(page)
  return violationsFromTop(page)
}

/** Looks at one address on a narrow phone and on a desk, and goes through it by Tab if asked. */
async function look(page: Page, service: Service, address: string, byTab: boolean): Promise<string[]> {
  await page.setViewportSize(narrow)
  await page.goto(service.url + address)
  await settled(page)
  const faults = await faultsOf(page)
  await page.setViewportSize(desktop)
  if (byTab) faults.push(...(await tabThrough(page)))
  const opens = byTab && !withoutRows.includes(address)
  faults.push(...(await (opens ? openAndClose(page) : openAndLook(page))))
  return faults.map((fault) => `${address} ${fault}`)
}

/** Whose pages are walked; many pages go in parts, so that they are walked beside each other. */
const walkers: readonly (readonly [email: string, role: RoleName, part: number, parts: number])[] = [
  ['super@demo.example', 'SUPER_ADMIN', 1, 3],
  ['super@demo.example', 'SUPER_ADMIN', 2, 3],
  ['super@demo.example', 'SUPER_ADMIN', 3, 3],
  ['group@demo.example', 'EMPLOYER_GROUP_ADMIN', 1, 1],
  ['reporting@demo.example', 'EMPLOYER_REPORTING', 1, 1],
  ...(isShortRun ? [] : [['books@demo.example', 'BOOKKEEPING_READER', 1, 1] as const]),
]

for (const [email, role, part, parts] of walkers) {
  const which = parts === 1 ? 'page' : `page of part ${part}`
  const deeper =
    role === 'SUPER_ADMIN' ? ' in both themes, and gone through by Tab where staff work' : ' in both themes'
  const how = isShortRun ? ' in the light theme' : deeper
  const title = `every ${which} of ${email} is whole, named, narrow enough, accessible${how}`
  test(title, isShortRun ? {} : { tag: '@long' }, async ({ browser, service }) => {
    test.setTimeout(400_000)
    const page = await person(browser, service, email)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(`${page.url()} throws ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${page.url()} logs ${message.text()}`)
    })
    const titles = new Map<string, string>()
    for (const address of addressesOf(role).filter((_, index) => index % parts === part - 1)) {
      const byTab = !isShortRun && role === 'SUPER_ADMIN' && isForStaff(address)
      faults.push(...(await look(page, service, address, byTab)))
      const title = await page.title()
      if (titles.has(title)) faults.push(`${address} is called like ${titles.get(title)}`)
      titles.set(title, address)
    }
    expect(faults).toEqual([])
  })
}

/** Goes on inside the front end as a step forward does, which loads nothing anew. @returns the title of the page */
async function titleFurtherOn(page: Page, address: string): Promise<string> {
  const before = await page.title()
  await page.evaluate((href) => {
    const state = { index: history.state.index + 1 }
    history.pushState(state, '', href)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, address)
  const named = (title: string) => document.title.includes(' – ') && document.title !== title
  await page.waitForFunction(named, before, { timeout: 5000 }).catch(() => undefined)
  return page.title()
}

test('no two pages of a super admin have one title', async ({ browser, service }) => {
  const page = await person(browser, service, 'super@demo.example')
  const [first, ...others] = addressesOf('SUPER_ADMIN')
  await page.goto(service.url + first!)
  await settled(page)
  const titles = [await page.title()]
  for (const address of others) titles.push(await titleFurtherOn(page, address))
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
})

for (const language of ['sv', 'en']) {
  test(`the desk opens in the remembered language ${language}, every word of it`, async ({ browser, service }) => {
    const page = await person(browser, service, 'internal@demo.example')
    await page.goto(`${service.url}/admin`)
    await settled(page)
    await page.context().addCookies([{ name: 'language', value: language, url: service.url }])
    for (const address of ['/admin', '/admin/tilaukset', '/admin/laskut', '/admin/asiakirjat', '/admin/yritykset']) {
      await page.goto(service.url + address)
      await settled(page)
      await page.locator('tbody tr > td button').first().click()
      await settled(page)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      expect((await page.locator('body').innerText()).match(looksLikeKey) ?? [], address).toEqual([])
    }
  })
}

test('the order desk is worked by keyboard: open, note, close, and back on the row', async ({ browser, service }) => {
  const page = await person(browser, service, 'internal@demo.example')
  await page.goto(`${service.url}/admin/tilaukset`)
  const first = page.locator('tbody tr').first().getByRole('button')
  await first.waitFor()
  await page.keyboard.press('j')
  await expect(first).toBeFocused()
  const panel = page.getByRole('complementary')
  await expect(panel.getByRole('heading', { level: 2 })).toBeVisible()
  await panel.getByRole('button', { name: 'Kirjoita muistiinpano' }).waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Sisäinen muistiinpano' })
  const text = dialog.getByRole('textbox', { name: 'Muistiinpano' })
  await expect(text).toBeFocused()
  await text.fill('Liike soitti: pyörä tulee viikolla 48.')
  await dialog.getByRole('button', { name: 'Tallenna muistiinpano' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(panel.getByText('Liike soitti: pyörä tulee viikolla 48.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(first).toBeFocused()
})

test('staff take the filtered list along and decide for an employer', async ({ browser, service }) => {
  const page = await person(browser, service, 'internal@demo.example')
  await page.goto(`${service.url}/admin/tilaukset?orderStatus=PROCESSED`)
  await settled(page)
  await page.getByRole('button', { name: 'Vie' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV-tiedosto' }).click()
  expect((await download).suggestedFilename()).toBe('Tilaukset.csv')
  const file = await page.request.get(
    service.url + (await page.getByRole('link', { name: 'CSV-tiedosto' }).getAttribute('href'))!,
  )
  const rows = (await file.text()).trim().split('\r\n').slice(1)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toContain(';Käsitelty;')

  await page.goto(`${service.url}/admin?filterType=NO_ORDER`)
  await page.getByRole('button', { name: 'Malli Oskar' }).click()
  await page.getByRole('button', { name: 'Hylkää…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Hylkää hakemus' }).click()
  await expect(dialog.getByText('Kirjoita perustelu')).toBeVisible()
  await dialog.getByLabel('Perustelu').fill('Työsuhde on määräaikainen.')
  await dialog.getByRole('button', { name: 'Hylkää hakemus' }).click()
  await expect(page.getByText('Oskar Malli on hylätty')).toBeVisible()
  await page.getByRole('button', { name: 'Kumoa' }).click()
  await expect(page.getByText('Päätös kumottu, hakemus odottaa taas')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hylkää…' })).toBeVisible()
})
