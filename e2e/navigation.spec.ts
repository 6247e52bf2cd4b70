import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { expect, type Service, signedIn, signIn, test } from './helpers/support.ts'

const password = 'Poljin-demo-2026'

/** A page whose errors and warnings are collected; the tests end by looking at them. */
async function person(browser: Browser, service: Service, email: string, expected?: RegExp) {
  const page = await signedIn(browser, service, email)
  page.setDefaultTimeout(15_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`throws ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (['error', 'warning'].includes(message.type()) && !expected?.test(text)) faults.push(text)
  })
  return { page, faults }
}

const header = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo(0, top), y)
const scrollOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

/** How often the document itself has been loaded since. */
function loadsOf(page: Page): () => number {
  let count = 0
  page.on('domcontentloaded', () => {
    count += 1
  })
  return () => count
}

test('a step leads to the heading and is read out, and the way back to where the page stood', async ({
  browser,
  service,
}) => {
  const { page, faults } = await person(browser, service, 'group@demo.example')
  await page.setViewportSize({ width: 1000, height: 420 })
  await page.goto(`${service.url}/yritys-asetukset`)
  await page.getByRole('tab').first().waitFor()
  await page.waitForLoadState('networkidle')
  const loads = loadsOf(page)
  await scrollTo(page, 250)
  await header(page, 'Raportointi').dispatchEvent('click')
  await expect(page.locator('main h1')).toBeFocused()
  await expect(page.locator('[data-route-announcer]')).toHaveText(await page.title())
  expect(await scrollOf(page)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/yritys-asetukset$/)
  await expect.poll(() => scrollOf(page)).toBe(250)
  await expect(page.locator('main h1')).toBeFocused()
  await page.reload()
  await expect.poll(() => scrollOf(page), 'after loading the page').toBe(250)
  expect(loads()).toBe(1)

  // A full load in between, and back.
  await page.goto(`${service.url}/kayttaja`)
  await page.getByRole('heading', { name: 'Yhteystiedot' }).waitFor()
  await page.goBack()
  await expect.poll(() => scrollOf(page)).toBe(250)

  // A place within the page, and an address that cannot be decoded.
  await page.goto(`${service.url}/tyonantaja?tab=manage#%E0%A4%A`)
  await page.locator('main h1').waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Siirry sisältöön' }).press('Enter')
  await expect(page).toHaveURL(/tab=manage#sisalto$/)
  await page.goBack()
  await expect(page).toHaveURL(/tab=manage#%E0%A4%A$/)
  await expect(page.locator('main h1')).toBeVisible()
  expect(faults).toEqual([])
})

test('links with a key held, of another target, and to pages that load in full stay the browser’s', async ({
  browser,
  service,
}) => {
  const { page, faults } = await person(browser, service, 'group@demo.example')
  await page.goto(`${service.url}/tyonantaja`)
  const link = header(page, 'Raportointi')
  for (const click of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]) {
    const opened = page.context().waitForEvent('page')
    await link.click(click)
    const tab = await opened
    await tab.waitForURL(/raportointi$/)
    await tab.close()
    await expect(page).toHaveURL(/tyonantaja$/)
  }
  const window = page.context().waitForEvent('page')
  await link.click({ modifiers: ['Shift'] })
  await (await window).close()
  await expect(page).toHaveURL(/tyonantaja$/)

  const loads = loadsOf(page)
  await link.click()
  await page.waitForURL(/raportointi$/)
  expect(loads(), 'drawn in place').toBe(0)
  await page
    .getByRole('button', { name: /Omat valinnat|valikko|Käyttäjä/i })
    .first()
    .click()
  await page.getByRole('link', { name: 'Omat tiedot' }).click()
  await page.waitForURL(/kayttaja$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${service.url}/mybike-jota-ei-ole`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(faults.filter((fault) => !/404/.test(fault))).toEqual([])
})

test('what a table shows survives the way back, loading, and any sign in its search', async ({ browser, service }) => {
  const { page, faults } = await person(browser, service, 'super@demo.example')
  await page.goto(`${service.url}/admin/liikkeet`)
  const box = page.getByRole('searchbox').first()
  const said = 'ä+b %2F &x=#'
  await box.fill(said)
  await expect(page).toHaveURL(/[?&]q=/)
  await page.reload()
  await expect(box).toHaveValue(said)
  await box.fill('')
  await expect(page).toHaveURL(/liikkeet$/)
  const rows = page.locator('tbody tr')
  await rows.first().waitFor()
  const sorter = page.getByRole('columnheader').getByRole('button').first()
  await sorter.click()
  await expect(page).toHaveURL(/sort=/)
  await rows.first().getByRole('button').first().click()
  await expect(page.getByRole('complementary')).toBeVisible()
  const open = page.url()
  await page.goBack()
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await expect(page).toHaveURL(/sort=/)
  await page.goBack()
  await expect(page).toHaveURL(/liikkeet$/)
  await page.goForward()
  await page.goForward()
  await expect(page).toHaveURL(open)
  await expect(page.getByRole('complementary')).toBeVisible()
  expect(faults).toEqual([])
})

test('a page with something typed asks before it is left, by whichever way', async ({ browser, service }) => {
  const { page, faults } = await person(browser, service, 'editor@demo.example')
  await page.goto(`${service.url}/kayttaja`)
  await header(page, 'Työntekijät').click()
  await page.waitForURL(/tyonantaja/)
  await page.goBack()
  const name = page.getByLabel('Etunimi')
  await name.fill('Kesken')
  const question = page.getByRole('dialog', { name: 'Poistutaanko tallentamatta?' })
  const stay = question.getByRole('button', { name: 'Jää sivulle' })
  const leave = question.getByRole('button', { name: 'Poistu tallentamatta' })

  await header(page, 'Työntekijät').click()
  await stay.click()
  await expect(question).toHaveCount(0)
  await page.evaluate(() => window.history.forward())
  await stay.click()
  await expect(page).toHaveURL(/kayttaja$/)
  await expect(name).toHaveValue('Kesken')

  // Another language is no other page.
  await page.getByRole('button', { name: /Kieli/ }).click()
  await page
    .getByRole('button', { name: 'Svenska' })
    .or(page.getByRole('menuitem', { name: 'Svenska' }))
    .click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv')
  await expect(page).toHaveURL(/kayttaja$/)
  await expect(page.locator('input[autocomplete="given-name"]')).toHaveValue('Kesken')
  await page.context().addCookies([{ name: 'language', value: 'fi', url: service.url }])

  // Closing or loading the page: the browser's own question, with both answers.
  const answers: string[] = []
  page.once('dialog', (dialog) => {
    answers.push(dialog.type())
    void dialog.dismiss()
  })
  await page.evaluate(() => window.location.reload())
  await expect.poll(() => answers).toEqual(['beforeunload'])
  await expect(page.locator('input[autocomplete="given-name"]')).toHaveValue('Kesken')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  // A page that is loaded anew finds what was typed (decision 400).
  await expect(name).toHaveValue('Kesken')

  await name.fill('Kesken')
  await page.evaluate(() => window.history.forward())
  await leave.click()
  await page.waitForURL(/tyonantaja/)
  // The page that is left stays until the next one is there; whoever turns back before finds it as it was.
  await expect(name).toHaveCount(0)
  await page.goBack()
  await expect(name).not.toHaveValue('Kesken')
  expect(faults).toEqual([])
})

/** Whether an address is that of a script which the first screen needs and the second does not. */
function scriptsOnlyOf(screen: string, other: string) {
  const listed = JSON.parse(readFileSync('dist/app/preloads.json', 'utf8')) as { path: string; scripts: string[] }[]
  const scriptsOf = (path: string) => listed.find((one) => one.path === path)!.scripts
  const own = scriptsOf(screen).filter((file) => !scriptsOf(other).includes(file))
  return ({ pathname }: URL) => own.some((file) => pathname === `/app/${file}`)
}

test('a new release brings one new load and no circle; a failed page can be tried again', async ({
  browser,
  service,
}) => {
  const { page } = await person(browser, service, 'group@demo.example')
  await page.goto(`${service.url}/tyonantaja`)
  await header(page, 'Raportointi').waitFor()
  const gone = scriptsOnlyOf('/raportointi', '/tyonantaja')
  await page.route(gone, (route) => route.fulfill({ status: 404, body: 'gone' }))
  const loads = loadsOf(page)
  await header(page, 'Raportointi').click()
  const failed = page.getByRole('heading', { name: 'Jokin meni vikaan' })
  await expect(failed).toBeVisible()
  await page.waitForTimeout(500)
  expect(loads()).toBe(1)
  await page.unroute(gone)
  await page.getByRole('button', { name: 'Yritä uudelleen' }).click()
  await expect(page.locator('main h1')).not.toHaveText('Jokin meni vikaan')
  await expect(page).toHaveURL(/raportointi$/)

  // A part of the frame is gone for good: the page stands without it, and loads in no circle.
  await page.route('**/app/assets/NotificationBell-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }))
  const before = loads()
  await page.goto(`${service.url}/tyonantaja`)
  await expect(page.getByRole('tab').first()).toBeVisible()
  await page.waitForTimeout(500)
  expect(loads() - before).toBeLessThanOrEqual(2)
  await expect(failed).toHaveCount(0)
})

test('who is not signed in signs in and comes back, never to another site', async ({ browser, service }) => {
  const page = await (await browser.newContext({ locale: 'fi-FI' })).newPage()
  const signInHere = async () => {
    await page.getByLabel('Sähköposti').fill('employee@demo.example')
    await page.getByLabel('Salasana', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Jatka' }).click()
  }
  await page.goto(`${service.url}/kayttaja?x=%C3%A4+b#mails`)
  await expect(page).toHaveURL(/\/kirjaudu\?next=/)
  await signInHere()
  await page.waitForURL(`${service.url}/kayttaja?x=%C3%A4+b#mails`)
  await page.getByRole('heading', { name: 'Yhteystiedot' }).waitFor()

  await page.goto(`${service.url}/kirjaudu-ulos`)
  await page.waitForURL(`${service.url}/`)
  await page.goBack()
  await expect(page).toHaveURL(/\/kirjaudu/)
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)']) {
    await page.goto(`${service.url}/kirjaudu?next=${encodeURIComponent(next)}`)
    if (next.startsWith('//')) {
      await signInHere()
    }
    await page.waitForURL(`${service.url}/mybike`)
  }
  expect((await page.goto(`${service.url}/fi/kirjaudu`))?.url()).not.toContain('/fi/')
  await page.context().close()
})

test('a session that ends in the middle of work, signed in beside it, goes on with what was typed', async ({
  browser,
  service,
}) => {
  const page = await (await browser.newContext({ locale: 'fi-FI' })).newPage()
  await signIn(page, service, 'employee@demo.example')
  await page.goto(`${service.url}/kayttaja`)
  const name = page.getByLabel('Etunimi')
  await name.fill('Jatkuva')
  for (const cookie of ['accessToken', 'refreshToken']) await page.context().clearCookies({ name: cookie })
  await page.getByRole('button', { name: 'Tallenna tiedot' }).click()
  const bar = page.getByRole('alert').filter({ hasText: 'Istuntosi päättyi' })
  await expect(bar).toBeVisible()
  await expect(name).toHaveValue('Jatkuva')
  const opened = page.context().waitForEvent('page')
  await bar.getByRole('link').click()
  const beside = await opened
  await beside.getByLabel('Sähköposti').fill('employee@demo.example')
  await beside.getByLabel('Salasana', { exact: true }).fill(password)
  await beside.getByRole('button', { name: 'Jatka' }).click()
  await beside.waitForURL(`${service.url}/kayttaja`)
  await beside.close()
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(bar).toHaveCount(0)
  await expect(name).toHaveValue('Jatkuva')

  // Without a network the page steps aside and comes back as it was.
  await page.context().setOffline(true)
  await expect(page.getByText('Selaimesi ei saa yhteyttä verkkoon')).toBeVisible()
  await page.getByRole('button', { name: 'Yritä uudelleen' }).click()
  await page.context().setOffline(false)
  await expect(name).toHaveValue('Jatkuva')
  await page.getByRole('button', { name: 'Tallenna tiedot' }).click()
  await expect(page.getByText('Tiedot on tallennettu')).toBeVisible()
  // Other tests on this server look for the name as it was.
  await name.fill('Aino')
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.ok())
  await page.getByRole('button', { name: 'Tallenna tiedot' }).click()
  await saved
  await page.context().close()
})

test('signing out in one tab ends the other, and the service’s clock is the one that counts', async ({
  browser,
  service,
}) => {
  const page = await (await browser.newContext({ locale: 'fi-FI' })).newPage()
  await signIn(page, service, 'employee@demo.example')
  await page.goto(`${service.url}/kayttaja`)
  await page.getByRole('heading', { name: 'Yhteystiedot' }).waitFor()
  const beside = await page.context().newPage()
  await beside.goto(`${service.url}/kirjaudu-ulos`)
  await beside.waitForURL(`${service.url}/`)
  await beside.close()
  await page.getByLabel('Etunimi').fill('Toinen')
  await page.getByRole('button', { name: 'Tallenna tiedot' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Istuntosi päättyi' })).toBeVisible()
  await expect(page.getByLabel('Etunimi')).toHaveValue('Toinen')
  const reply = await page.request.get(`${service.url}/api/demo/clock`)
  const told = Date.parse(reply.headers()['x-service-time'] ?? '')
  expect(Math.abs(told - Date.parse(((await reply.json()) as { now: string }).now))).toBeLessThan(60_000)
  await page.context().close()
})

test('the staff’s menu on a phone opens whole, cuts nothing off, and closes behind the chosen page', async ({
  browser,
  service,
}) => {
  const { page, faults } = await person(browser, service, 'super@demo.example')
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`${service.url}/admin`)
  const menu = page.getByRole('navigation', { name: 'Hallinta' })
  const last = menu.getByRole('link', { name: 'Tapahtumaloki' })
  await expect(last).toBeHidden()
  await menu.getByRole('button', { name: 'Avaa valikko' }).click()
  for (const link of await menu.locator('li a').all()) {
    const box = (await link.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(320)
  }
  await last.click()
  await expect(page).toHaveURL(/admin.tapahtumat$/)
  await expect(last).toBeHidden()
  expect(faults).toEqual([])
})
