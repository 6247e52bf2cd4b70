import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Service, signIn, test } from './helpers/support.ts'

const brokerage = 'Pyörävälitys'

/** Which links the header shows to whom, on the public site and in the application; a page to come is not among them. */
const linksOf: readonly [string, string, readonly string[]][] = [
  ['internal@demo.example', '/medialle', ['Helpdesk']],
  ['employer@demo.example', '/medialle', ['Työntekijät', 'Yrityksen asetukset', 'Raportointi', 'Laskuri', brokerage]],
  ['editor@demo.example', '/medialle', ['Työntekijät', 'Laskuri', brokerage]],
  ['reporting@demo.example', '/medialle', ['Raportointi', 'Laskuri', brokerage]],
  ['employee@demo.example', '/sv/medialle', ['Min cykel', 'Räknare', 'Cykelförmedling']],
]

async function exists(service: Service, page: Page, link: string): Promise<boolean> {
  const address = await page.locator(`.nav a:text-is("${link}")`).getAttribute('href')
  return (await fetch(service.url + address)).status === 200
}

test('the header of a public page fits the role of who is signed in', async ({ browser, service }) => {
  for (const [email, path, links] of linksOf) {
    const context = await browser.newContext({ locale: 'fi-FI' })
    const page = await context.newPage()
    await signIn(page, service, email)
    await page.goto(service.url + path)
    await expect(page.locator('[data-user-menu]')).toBeVisible()
    const shown = await page.locator('.nav a').allInnerTexts()
    expect(links, email).toEqual(expect.arrayContaining(shown))
    expect(shown[0], email).toBe(links[0])
    for (const link of shown) expect(await exists(service, page, link), link).toBe(true)
    await context.close()
  }
})

test('the public page that somebody signs in to knows them at once', async ({ page, service }) => {
  await page.goto(`${service.url}/kirjaudu?next=%2Flaskuri`)
  await page.getByLabel('Sähköposti').fill('editor@demo.example')
  await page.getByLabel('Salasana', { exact: true }).fill('Poljin-demo-2026')
  await page.getByRole('button', { name: 'Jatka' }).click()
  await page.waitForURL(/\/laskuri/)
  await expect(page.locator('[data-user-menu]')).toBeVisible()
  await expect(page.locator('.nav a').first()).toHaveText('Työntekijät')
  await expect(page.locator('.nav a[aria-current=page]')).toHaveText('Laskuri')
  await page.locator('[data-user-menu] summary').click()
  await page.locator('[data-user-menu] [data-theme-toggle]').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('signing out returns to the front page by a full load', async ({ page, service }) => {
  await signIn(page, service, 'employee-c@demo.example')
  await page.goto(service.url)
  await page.locator('[data-user-menu] summary').click()
  await page.evaluate(() => Object.assign(window, { isTheSameLoad: true }))
  await page.getByRole('link', { name: 'Kirjaudu ulos' }).click()
  await page.waitForURL(`${service.url}/`)
  await expect(page.getByRole('link', { name: 'Kirjaudu', exact: true })).toBeVisible()
  expect(await page.evaluate(() => 'isTheSameLoad' in window)).toBe(false)
  const left = (await page.context().cookies()).map(({ name }) => name)
  expect(left.filter((name) => /token|signedIn|preAuth/i.test(name))).toEqual([])
  expect((await page.request.get(`${service.url}/api/user`)).status()).toBe(401)
})

test('a deactivated person sees the header, the deactivated page and the footer', async ({
  browser,
  page,
  service,
}) => {
  const staff = await (await browser.newContext({ locale: 'fi-FI' })).newPage()
  await signIn(staff, service, 'super@demo.example')
  await signIn(page, service, 'employee-c@demo.example')
  // The page has taken on the account's language before the account is closed.
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv')
  const { userId } = await (await page.request.get(`${service.url}/api/user`)).json()
  const deactivate = (deactivated: boolean) =>
    staff.evaluate(
      async ([id, value]) => {
        const body = JSON.stringify({ deactivated: value })
        const headers = { 'content-type': 'application/json' }
        return (await fetch(`/api/system-users/${id}`, { method: 'PUT', headers, body })).status
      },
      [userId, deactivated] as const,
    )
  expect(await deactivate(true)).toBe(200)
  // The open session is told why at its next step, and so is whoever signs in again.
  expect((await page.request.get(`${service.url}/api/user`)).status()).toBe(403)
  await page.goto(`${service.url}/mybike`)
  await expect(page.getByRole('heading', { name: 'Ditt användarkonto är avaktiverat' })).toBeVisible()
  await page.context().clearCookies()
  await signIn(page, service, 'employee-c@demo.example')
  await expect(page).toHaveURL(/\/deactivated$/)
  await expect(page.getByRole('heading', { name: 'Käyttäjätilisi on poistettu käytöstä' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Päävalikko' }).getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Tiedote' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Evästeet' })).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(/9–17/)
  await expect(page.getByRole('contentinfo')).toContainText('Verkkolaskuosoite')
  await expectAccessible(page, '/deactivated')
  expect(await deactivate(false)).toBe(200)
  // Nothing that was open before comes back with the account.
  expect((await page.request.get(`${service.url}/api/user`)).status()).toBe(401)
  await staff.context().close()
})

test('the rail of the desk marks the page that is open and no other', async ({ page, service }) => {
  await signIn(page, service, 'internal@demo.example')
  for (const [path, name] of [
    ['/admin', 'Hakemukset'],
    ['/admin/contact-forms', 'Contact Forms'],
    ['/admin/yritykset', 'Yritykset'],
  ] as const) {
    await page.goto(service.url + path)
    const marked = page.locator('nav [aria-current=page]')
    await expect(marked).toHaveCount(1)
    await expect(marked).toContainText(name)
  }
})
