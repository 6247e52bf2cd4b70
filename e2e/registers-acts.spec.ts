import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, type Service, signedIn, test } from './support.ts'

/** The panel of an order on the desk, found by its person's name. */
async function openOrder(page: Page, service: Service, [last, first]: readonly [string, string]): Promise<Locator> {
  await page.goto(`${service.url}/admin/tilaukset`)
  await page.getByRole('searchbox').fill(`${first} ${last}`)
  await expect(page.getByRole('status').filter({ hasText: '1–1 / 1' })).toBeVisible()
  await page.getByRole('button', { name: /^P-/ }).click()
  return page.getByRole('complementary', { name: `${last} ${first}` })
}

const toast = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()

test('staff change a matched invoice, and correct delivery day and frame number after billing', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'internal@demo.example')
  await test.step('the invoice of an order is changed', () => changeInvoice(page, service))
  await test.step('an order is corrected after billing', () => correctAfterBilling(page, service))
})

async function changeInvoice(page: Page, service: Service) {
  const panel = await openOrder(page, service, ['Malli', 'Cecilia'])
  const dialog = page.getByRole('dialog')
  await panel.getByRole('button', { name: /Vaihda lasku/ }).click()
  await expect(dialog.getByRole('heading')).toHaveText(/^Vaihda lasku: P-.*, Cecilia Malli$/)
  await dialog.getByRole('button', { name: 'Vaihda lasku' }).click()
  await expect(dialog.getByLabel('Syy')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'changing an invoice, refused')
  await dialog.getByLabel('Syy').fill('Lasku kuuluu toiselle tilaukselle')
  await dialog.getByRole('button', { name: 'Vaihda lasku' }).click()
  await toast(page, /Odottaa laskua/)
  await expect(panel.getByRole('button', { name: /Vaihda lasku/ })).toHaveCount(0)

  await panel.getByRole('button', { name: 'Kirjaa toinen lasku' }).click()
  await dialog.getByLabel('Laskun numero').fill('L-OIKEA')
  await dialog.getByLabel('Summa, sis. alv').fill('1 290,00')
  await dialog.getByRole('button', { name: 'Kirjaa lasku' }).click()
  await panel.getByRole('button', { name: /Täsmäytä lasku/ }).click()
  await dialog.getByRole('button', { name: 'Lasku L-OIKEA on tarkastettu' }).click()
  await dialog.getByRole('button', { name: /Täsmäytä lasku L-OIKEA/ }).click()
  await toast(page, /Odottaa toimitusta/)
  await expect(panel.getByRole('row', { name: /Numero/ })).toContainText('L-OIKEA')
  await expect(panel).toContainText('Lasku kuuluu toiselle tilaukselle')
}

async function correctAfterBilling(page: Page, service: Service) {
  const panel = await openOrder(page, service, ['Esimerkki', 'Paavo'])
  const dialog = page.getByRole('dialog')
  const days = panel.getByRole('row', { name: /Päivä/ }).locator('time')
  const confirmed = await days.first().innerText()
  await expect(days.last()).not.toHaveText(confirmed)
  const open = () => panel.getByRole('button', { name: 'Korjaa laskutuksen jälkeen' }).click()
  const submit = () => dialog.getByRole('button', { name: 'Korjaa ja laskuta uudelleen' }).click()
  await open()
  await expect(dialog).toContainText('Rahoitusyhtiön lasku hyvitetään ja lähetetään uudelleen')
  await expect(dialog).toContainText('toinen hinta on uusi sopimus')
  await dialog.getByLabel('Syy').fill('Luovutus oli edellisenä päivänä')
  await submit()
  await expect(dialog).toContainText('Runkonumero ja toimituspäivä ovat jo nämä')
  await dialog.getByLabel('Luovutuspäivä').fill('1.1.2020')
  await submit()
  await expect(dialog.getByLabel('Luovutuspäivä')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'correcting after billing, refused')
  await dialog.getByLabel('Luovutuspäivä').fill(confirmed)
  await submit()
  await toast(page, /luovutustiedot on korjattu/)
  await expect(days.last()).toHaveText(confirmed)

  await open()
  await dialog.getByLabel('Runkonumero').fill('ht7-oikea')
  await dialog.getByLabel('Syy').fill('Numerossa oli kirjoitusvirhe')
  await submit()
  await toast(page, /luovutustiedot on korjattu/)
  await expect(panel.getByRole('row', { name: /Numero/ })).toContainText('HT7-OIKEA')
  await refuseAnotherPrice(page, service, panel)
}

/** The dialog has no price to type; a call that names another than the signed one is refused and changes nothing. */
async function refuseAnotherPrice(page: Page, service: Service, panel: Locator) {
  const link = await panel.getByRole('link', { name: /omalla sivullaan/ }).getAttribute('href')
  const address = `${service.url}/api/orders/${link!.split('/').at(-1)}`
  const { version, deliveryDay } = await (await page.request.get(address)).json()
  const reply = await page.request.put(`${address}/delivery-correction`, {
    headers: { origin: service.url },
    data: { frameNumber: 'HT7-TOINEN', deliveryDay, price: 2_999, reason: 'Toinen hinta', version },
  })
  expect([reply.status(), await reply.text()]).toEqual([400, expect.stringContaining('PRICE_IS_SIGNED')])
  expect(await (await page.request.get(address)).json()).toMatchObject({ version, frameNumber: 'HT7-OIKEA' })
}
