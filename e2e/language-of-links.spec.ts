import { expect, pathOf, test } from './helpers/support.ts'

test('the sign-in, and what follows it, speak the language of the public page that led there', async ({
  page,
  service,
}) => {
  await page.goto(`${service.url}/sv/tyontekijalle`)
  await page.getByRole('link', { name: 'Logga in' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv')
  await expect(page.locator('footer a[href="/sv/tietosuojaseloste"]')).toBeVisible()
  await page.goto(`${service.url}/register`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv')
  await page.goto(`${service.url}/en`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a person who signs in from a page in another language meets their own again', async ({ page, service }) => {
  await page.goto(`${service.url}/sv/tyontekijalle`)
  await page.getByRole('link', { name: 'Logga in' }).click()
  await page.locator('input[name=email]').fill('employee@demo.example')
  await page.locator('input[name=password]').fill('Poljin-demo-2026')
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/mybike')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fi')
})

test('a mail in Swedish opens in Swedish, also when read again, but not for whoever has chosen another language', async ({
  page,
  browser,
  service,
}) => {
  const email = 'employer-c@demo.example'
  await page.goto(`${service.url}/salasanan-palauttaminen`)
  await page.getByLabel('Sähköposti').fill(email)
  await page.locator('button[type=submit]').click()
  const link = pathOf(await service.message(email, (item) => item.links[0]?.includes('/reset/') ?? false))

  const fresh = await (await browser.newContext()).newPage()
  await fresh.goto(service.url + link)
  await expect(fresh.getByRole('heading', { name: 'Välj ett nytt lösenord' })).toBeVisible()
  await fresh.reload()
  await expect(fresh.locator('html')).toHaveAttribute('lang', 'sv')
  await fresh.context().close()

  const english = await browser.newContext()
  await english.addCookies([{ name: 'language', value: 'en', url: service.url }])
  const second = await english.newPage()
  await second.goto(service.url + link)
  await expect(second.locator('html')).toHaveAttribute('lang', 'en')
  await english.close()
})
