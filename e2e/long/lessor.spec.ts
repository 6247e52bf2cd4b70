import type { Page } from '@playwright/test'
import { callsOf, expect, expectAccessible, openPhone, pathOf, settled, signedIn, test } from '../helpers/support.ts'

const kinds = ['Odotamme vastaustanne', 'Teidän maksettavananne', 'Teille maksettavana', 'Tiedostot']

async function opened(page: Page, address: string) {
  await page.goto(address)
  for (const name of kinds) await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await settled(page)
}

test('a lessor opens its page from its mail, fetches a file, and a renewed link ends the old one @long', async ({
  browser,
  service,
}) => {
  const calls = await callsOf(service, 'internal@demo.example')
  const { items } = await (await calls.get('/api/leasing-companies')).json()
  const lessor = items.find(({ kind }: { kind: string }) => kind === 'GRENKE')
  const mail = await service.message(lessor.invoiceEmail, ({ links }) => links.join().includes('/rahoittaja/'))
  const address = service.url + pathOf(mail)
  const page = await openPhone(browser)
  await opened(page, address)
  await expect(page.getByText(lessor.companyName, { exact: true })).toBeVisible()
  await expectAccessible(page, '/rahoittaja')
  await expect(page.getByText(/Esimerkki \w+|@/).filter({ hasText: /@kaarna/ })).toHaveCount(0)
  const file = page.getByRole('link', { name: /\.csv$/ }).first()
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()])
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  const staff = await signedIn(browser, service, 'internal@demo.example')
  await staff.goto(`${service.url}/admin/rahoitusyhtiot`)
  await staff.getByRole('button', { name: lessor.companyName, exact: true }).click()
  await staff.getByRole('button', { name: 'Vaihda linkki' }).click()
  await expectAccessible(staff, 'the question before a new link')
  await staff.getByRole('dialog').getByRole('button', { name: 'Vaihda linkki' }).click()
  await expect(staff.getByText('Linkki vaihdettu')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: /linkki/i })).toBeVisible()
  const next = await service.message(lessor.invoiceEmail, ({ subject }) => subject === 'Uusi linkki sivullenne')
  await opened(page, service.url + pathOf(next))
  await calls.dispose()
})
