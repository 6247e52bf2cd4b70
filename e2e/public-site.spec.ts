import type { BrowserContext, Page } from '@playwright/test'
import { languages, publicPages, unlistedPages } from '../src/features/site/public-pages/pages.ts'
import { expect, expectAccessible, type Service, test } from './helpers/support.ts'

// The tests of this file share nothing but the pages, so they may run beside each other.
test.describe.configure({ mode: 'parallel' })

const finnish = publicPages.filter(({ language }) => language === 'fi')
const withHeader = finnish.filter(({ page }) => page !== 'maintenance')

/** Everything that a page must not do, gathered while it is looked at. */
function watch(context: BrowserContext, service: Service): string[] {
  const faults: string[] = []
  context.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:'))
      faults.push(`asks ${request.url()}`)
  })
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.page()?.url()}: ${message.text()}`)
  })
  context.on('weberror', (error) => faults.push(String(error.error())))
  return faults
}

const barOf = (page: Page) => page.locator('[data-connection] .bar')
const consentOf = (page: Page) => page.getByRole('region', { name: 'Evästeet' })

/** Presses Tab until the wanted element has the focus. */
async function tabTo(page: Page, selector: string) {
  const wanted = page.locator(selector).first()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${selector}`)
}

test('every page reads without scripts, names its own addresses and pictures', async ({ browser, service }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const { path, language, page: name } of publicPages) {
    await page.goto(service.url + path)
    const main = page.locator('main#sisalto')
    // Folded answers count: the browser opens them without a script.
    const shown = name === 'faq' ? (await main.innerHTML()).replace(/<[^>]+>/g, ' ') : await main.innerText()
    expect(shown.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length, path).toBeGreaterThanOrEqual(150)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    if (unlistedPages.includes(name)) continue
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
    expect(canonical).toBe(`${service.url}${path}`)
    for (const { path: other, language: code } of publicPages.filter((one) => one.page === name))
      expect(await page.locator(`link[hreflang=${code}]`).getAttribute('href')).toBe(`${service.url}${other}`)
    expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toBe(
      `${service.url}/og-${language}.png`,
    )
  }
  await context.close()
})

test('addresses answer as pages and as an interface', async ({ request, service }) => {
  for (const path of ['', '/laskuri', '/ota-yhteytta']) {
    const moved = await request.get(`${service.url}/fi${path}`, { maxRedirects: 0 })
    expect([moved.status(), moved.headers().location]).toEqual([301, path || '/'])
  }
  const moved = await request.get(`${service.url}/fi/medialle?lahde=uutiskirje`, { maxRedirects: 0 })
  expect(moved.headers().location).toBe('/medialle?lahde=uutiskirje')
  expect(await (await request.get(`${service.url}/kirjaudu`)).text()).toContain('"legalName":"Poljin Oy"')
  for (const path of ['/', '/laskuri', '/admin', '/sv/laskuri']) {
    const page = await request.get(service.url + path, { headers: { accept: 'application/json' } })
    expect([page.status(), page.headers()['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  }
  const unknownCall = await request.get(`${service.url}/api/unknown`, { headers: { accept: 'text/html' } })
  expect([unknownCall.status(), (await unknownCall.json()).code]).toEqual([404, 'NOT_FOUND'])
  const unknownPage = await request.get(`${service.url}/sv/tuntematon`)
  expect(unknownPage.status()).toBe(404)
  expect(await unknownPage.text()).toContain('<html lang="sv"')
  const sitemap = await (await request.get(`${service.url}/sitemap.xml`)).text()
  expect(sitemap).toContain(`<loc>${service.url}/en/laskuri</loc>`)
  for (const file of [
    '/robots.txt',
    '/site.webmanifest',
    '/favicon.svg',
    '/favicon.ico',
    '/og-fi.png',
    '/apple-touch-icon.png',
  ])
    expect((await request.get(service.url + file)).status(), file).toBe(200)
})

test('pages ask no other host, break no policy and store nothing before consent', async ({ browser, service }) => {
  const context = await browser.newContext()
  const faults = watch(context, service)
  const page = await context.newPage()
  for (const { path } of finnish) {
    await page.goto(service.url + path)
    await page.mouse.wheel(0, 2_000)
  }
  await page.goto(`${service.url}/laskuri`)
  await page.getByLabel('Pyörän hinta', { exact: true }).fill('2 000')
  await expect(page.locator('.card.main dd').first()).toHaveText(/2\s210,00/)
  const stored = () => page.evaluate(() => Object.keys(localStorage).concat(Object.keys(sessionStorage)))
  expect([await stored(), await context.cookies()]).toEqual([[], []])
  await consentOf(page).getByRole('button', { name: 'Hylkää' }).click()
  await page.getByLabel('Pyörän hinta', { exact: true }).fill('2 100')
  await page.reload()
  await expect(consentOf(page)).toBeHidden()
  expect(await stored()).toEqual(['poljin.consent'])
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await consentOf(page).getByRole('button', { name: 'Hyväksy' }).click()
  await page.getByLabel('Pyörän hinta', { exact: true }).fill('2 200')
  await expect.poll(stored).toContain('poljin.calculator')
  await page.goto(`${service.url}/laskuri`)
  await expect(page.getByLabel('Pyörän hinta', { exact: true })).toHaveValue('2 200')
  expect(await context.cookies()).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('no page runs over the edge of a screen 320 px wide', async ({ browser, service }) => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 } })
  const page = await context.newPage()
  for (const { path } of publicPages) {
    await page.goto(service.url + path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
  await page.goto(service.url)
  await page.locator('.burger summary').click()
  await expect(page.getByRole('navigation', { name: 'Valikko' }).getByRole('link')).toHaveCount(7)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await context.close()
})

test('axe finds nothing on any page, in both themes', async ({ page, service }) => {
  test.setTimeout(240_000)
  for (const { path } of finnish) {
    await page.goto(service.url + path)
    await expectAccessible(page, path)
  }
  for (const path of ['/en', '/sv/laskuri', '/en/tuntematon']) {
    await page.goto(service.url + path)
    await expectAccessible(page, path)
  }
})

test('everything works by keyboard alone', async ({ page, service }) => {
  await page.goto(service.url)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Siirry sisältöön' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main#sisalto')).toBeFocused()
  await page.reload()
  const menu = page.locator('.nav details summary')
  await tabTo(page, '.nav details summary')
  await page.keyboard.press('Enter')
  await expect(page.locator('.nav details .panel')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('.nav details .panel')).toBeHidden()
  await expect(menu).toBeFocused()
  await tabTo(page, '[data-announcement] [data-dismiss]')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-announcement]')).toBeHidden()
  await page.locator('footer a').last().focus()
  await tabTo(page, '[data-answer=rejected]')
  await page.keyboard.press('Space')
  await expect(consentOf(page)).toBeHidden()

  await page.goto(`${service.url}/laskuri`)
  await tabTo(page, '#hinta')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('1 500')
  await tabTo(page, 'input[name=malli]:checked')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('input[name=malli][value=ON_TOP]')).toBeChecked()
  await expect(page.locator('.kf')).not.toContainText('100,00')

  await page.goto(`${service.url}/ota-yhteytta`)
  await tabTo(page, 'input[name=role]')
  await page.keyboard.press('Space')
  await tabTo(page, '#contact-name')
  await page.keyboard.type('Nimi Esimerkki')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Sähköposti')).toBeFocused()
  await expect(page.locator('#contact-email-error')).not.toBeEmpty()
})

test('the announcement stays away for a day and no longer', async ({ page, service }) => {
  const start = new Date('2026-05-04T12:00:00+03:00').getTime()
  const banner = page.getByRole('region', { name: 'Tiedote' })
  await page.clock.setFixedTime(start)
  await page.goto(service.url)
  await expect(banner.getByRole('link')).toHaveAttribute('href', '/tiedote-pyoraedusta')
  await banner.getByRole('button').click()
  await expect(banner).toBeHidden()
  await page.clock.setFixedTime(start + 86_340_000)
  await page.goto(`${service.url}/medialle`)
  await expect(banner).toBeHidden()
  await page.clock.setFixedTime(start + 86_460_000)
  await page.reload()
  await expect(banner).toBeVisible()
})

test('the way back to the top shows past 400 px', async ({ page, service }) => {
  await page.goto(`${service.url}/usein-kysytyt-kysymykset`)
  const link = page.getByRole('link', { name: 'Takaisin ylös' })
  await expect(link).toBeHidden()
  await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }))
  await expect(link).toBeHidden()
  await page.evaluate(() => scrollTo({ top: 401, behavior: 'instant' }))
  await expect(link).toBeVisible()
  await expectAccessible(page, 'scrolled down')
  await link.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('a failing health check shows the red bar until the service answers again', async ({ page, service }) => {
  await page.clock.install()
  for (const { path } of [finnish[0]!, { path: '/huoltokatkos' }]) {
    await page.route('**/api/health-check', (route) => route.fulfill({ status: 503 }))
    await page.goto(service.url + path)
    await page.clock.runFor(2_500)
    await expect(barOf(page)).toHaveText(/Ei yhteyttä palveluun/)
    await page.unroute('**/api/health-check')
    await page.clock.runFor(60_500)
    await expect(barOf(page)).toHaveCount(0)
  }
  await page.route('**/api/health-check', (route) => route.abort())
  await page.goto(`${service.url}/laskuri#hinta=2000`)
  await page.clock.runFor(2_500)
  await expect(barOf(page)).toBeVisible()
  await page.unroute('**/api/health-check')
  await page.evaluate(() => Object.assign(window, { isTheSameLoad: true }))
  const address = page.url()
  await barOf(page).getByRole('link', { name: 'Päivitä sivu' }).click()
  await expect.poll(() => page.evaluate(() => 'isTheSameLoad' in window)).toBe(false)
  expect(page.url()).toBe(address)
  await page.clock.runFor(2_500)
  await expect(barOf(page)).toHaveCount(0)
})

test('without a network one plain view stands in and keeps what was typed', async ({ page, context, service }) => {
  await page.goto(`${service.url}/ota-yhteytta`)
  await page.getByLabel('Nimi').fill('Nimi Esimerkki')
  await context.setOffline(true)
  await expect(page.getByRole('heading', { name: 'Jokin meni vikaan' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Yritä uudelleen' })).toBeVisible()
  await expect(page.getByLabel('Nimi')).toBeHidden()
  await expectAccessible(page, 'offline')
  await context.setOffline(false)
  await expect(page.getByLabel('Nimi')).toHaveValue('Nimi Esimerkki')
})

test('language and theme are chosen once and remembered', async ({ page, context, service }) => {
  await page.goto(`${service.url}/laskuri`)
  await page.locator('.tools summary').first().click()
  await page.getByRole('link', { name: 'Svenska' }).first().click()
  await expect(page).toHaveURL(`${service.url}/sv/laskuri`)
  expect((await context.cookies()).map(({ name, value }) => [name, value])).toEqual([['language', 'sv']])
  await page.goto(`${service.url}/tyontekijalle`)
  const offer = page.locator('[data-offer=sv]')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fi')
  await offer.getByRole('link').click()
  await expect(page).toHaveURL(`${service.url}/sv/tyontekijalle`)
  await page.locator('[data-theme-toggle]').first().click()
  for (const language of languages) {
    for (const { path } of publicPages.filter((one) => one.language === language).slice(0, 3)) {
      await page.goto(service.url + path)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    }
  }
})

test('the page says who stands behind it, and the maintenance page stands alone', async ({ page, service }) => {
  for (const { path } of withHeader) {
    await page.goto(service.url + path)
    const footer = page.locator('footer')
    for (const text of ['9–17', 'Y-tunnus', 'ALV-tunnus', 'Verkkolaskuosoite', 'Välittäjä', 'Espoo'])
      await expect(footer, path).toContainText(text)
  }
  await page.goto(`${service.url}/huoltokatkos`)
  for (const part of ['header', 'footer', '[data-consent]', '[data-to-top]'])
    await expect(page.locator(part)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Tiedote' })).toBeVisible()
})

test('the question about cookies covers no price', async ({ page, service }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${service.url}/laskuri`)
  const price = page.locator('.mini')
  await expect(price).toBeInViewport()
  const [above, asked] = [(await price.boundingBox())!, (await consentOf(page).boundingBox())!]
  expect(above.y + above.height).toBeLessThanOrEqual(asked.y + 1)
})

test('the answer about cookies can be changed, and a refusal forgets at once', async ({ page, service }) => {
  await page.goto(`${service.url}/laskuri`)
  await consentOf(page).getByRole('button', { name: 'Hyväksy' }).click()
  await page.getByLabel('Pyörän hinta', { exact: true }).fill('2 300')
  const remembered = () => page.evaluate(() => localStorage.getItem('poljin.calculator'))
  await expect.poll(remembered).not.toBeNull()
  const again = page.getByRole('button', { name: 'Evästeasetukset' })
  await again.click()
  await expect(consentOf(page).getByRole('button', { name: 'Hylkää' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(consentOf(page)).toBeHidden()
  await expect(again).toBeFocused()
  expect(await remembered()).toBeNull()
})

test('a bar runs along the top edge while the next page is on its way', async ({ page, service }) => {
  await page.goto(`${service.url}/medialle`)
  const bar = page.locator('[data-progress]')
  await expect(bar).toBeHidden()
  // Once the next page is awaited, the browser answers no more questions about this one: the press tells by itself.
  const shown = await page.evaluate(() => {
    document.querySelector<HTMLElement>('footer a[href="/yritystiedot"]')?.click()
    const element = document.querySelector<HTMLElement>('[data-progress]')
    return { hidden: element?.hidden, part: element?.style.getPropertyValue('--part') }
  })
  expect(shown).toEqual({ hidden: false, part: '0.3' })
  await page.waitForURL(/yritystiedot/)
  await expect(page.locator('[data-progress]')).toBeHidden()
})

test('on paper every answer stands open, on white, whatever the screen shows', async ({ page, service }) => {
  await page.goto(`${service.url}/usein-kysytyt-kysymykset`)
  await page.evaluate(() => localStorage.setItem('poljin.theme', 'dark'))
  await page.reload()
  const answers = page.locator('.faq details')
  const closed = page.locator('.faq details:not([open])')
  await expect(closed).toHaveCount(await answers.count())
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(closed).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.emulateMedia({ media: 'print' })
  for (const part of ['.hdr', '.ftr', '.banner']) await expect(page.locator(part).first()).toBeHidden()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(closed).toHaveCount(await answers.count())
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
