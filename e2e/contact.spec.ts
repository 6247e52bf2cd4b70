import type { Page } from '@playwright/test'
import { expect, expectAccessible, pathOf, type Service, signIn, test } from './helpers/support.ts'

const operator = 'hei@poljin.example'

/** Waits until the badge beside the tab says how many messages wait, as the server counts them. */
async function expectWaiting(page: Page, service: Service, count: number) {
  const reply = await page.request.get(`${service.url}/api/contact-forms/unchecked-count`)
  expect((await reply.json()).count).toBe(count)
  await expect(page.getByRole('link', { name: /Contact Forms/ })).toContainText(`${count} käsittelem`)
}

test('a visitor writes, the operator hears of it and staff handles it', async ({ browser, page, service }) => {
  const staff = await (await browser.newContext({ locale: 'fi-FI' })).newPage()
  await signIn(staff, service, 'internal@demo.example')
  const count = await staff.request.get(`${service.url}/api/contact-forms/unchecked-count`)
  const before: number = (await count.json()).count
  await expectWaiting(staff, service, before)

  await page.goto(`${service.url}/ota-yhteytta`)
  await page.getByRole('button', { name: 'Lähetä viesti' }).click()
  await expect(page.getByText('Valitse, kuka olet.')).toBeVisible()
  await expectAccessible(page, 'the form with its errors')
  await page.getByRole('radio', { name: 'Pyöräliike' }).check()
  await page.getByLabel('Nimi', { exact: true }).fill('Lotta Esimerkki')
  await page.getByLabel('Sähköposti').fill('lotta@pyorakauppa.example')
  await page.getByLabel(/^Yritys tai liike/).fill('Esimerkin Pyörä')
  await page.getByLabel('Viesti', { exact: true }).fill('Milloin saamme ensimmäisen tilauksen maksun?')
  await page.getByRole('button', { name: 'Lähetä viesti' }).click()
  await expect(page.getByRole('heading', { name: 'Viesti on perillä' })).toBeVisible()
  await expectAccessible(page, 'the form after sending')

  const mail = await service.message(operator)
  expect(mail.subject).toBe('Uusi viesti pyöräliikkeeltä')
  expect(mail.text).not.toContain('lotta@')

  await staff.goto(service.url + pathOf(mail))
  const panel = staff.getByRole('complementary', { name: 'Lotta Esimerkki' })
  await expect(panel).toContainText('Milloin saamme ensimmäisen tilauksen maksun?')
  await expectWaiting(staff, service, before + 1)
  await expectAccessible(staff, 'a message in the admin tab')
  await panel.getByRole('button', { name: 'Merkitse käsitellyksi' }).click()
  await expect(panel.getByRole('button', { name: 'Palauta käsittelemättömiin' })).toBeVisible()
  await expectWaiting(staff, service, before)
  await staff.context().close()
})

test('what was typed stays when the message cannot be sent', async ({ page, service }) => {
  await page.goto(`${service.url}/sv/ota-yhteytta`)
  await page.route('**/api/contact-forms', (route) => route.abort())
  await page.getByRole('radio', { name: 'Annan' }).check()
  await page.locator('#contact-name').fill('Lotta Esimerkki')
  await page.locator('#contact-email').fill('lotta@pyorakauppa.example')
  await page.locator('#contact-message').fill('När får vi betalt för den första beställningen?')
  await page.locator('[data-contact-form] [type=submit]').click()
  await expect(page.locator('[data-form-error]')).not.toBeEmpty()
  await expect(page.locator('[data-form-error]')).toBeFocused()
  const [told, button] = [page.locator('[data-form-error]'), page.locator('[data-contact-form] [type=submit]')]
  const [above, below] = [(await told.boundingBox())!, (await button.boundingBox())!]
  expect(below.y - (above.y + above.height), 'the failure stands beside the button').toBeLessThan(48)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Annan' })).toBeChecked()
  await expect(page.locator('#contact-name')).toHaveValue('Lotta Esimerkki')
  await expect(page.locator('#contact-message')).toHaveValue(/När får vi betalt/)
  await page.unroute('**/api/contact-forms')
  await page.locator('[data-contact-form] [type=submit]').click()
  await expect(page.locator('[data-sent]')).toBeFocused()
  await page.reload()
  await expect(page.locator('#contact-message')).toHaveValue('')
})
