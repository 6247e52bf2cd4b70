import { expect, expectAccessible, settled, signedIn, testOn } from './helpers/support.ts'

/** A service of its own: a closed month dates what others pay. */
const test = testOn(async () => undefined)

test('staff close the first month of the books with reasons, and its opening waits for a second person', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'super@demo.example')
  await page.goto(`${service.url}/admin/kirjanpito`)
  await settled(page)
  const row = page.getByRole('row').filter({ hasText: 'Suljetaan seuraavaksi' })
  await row.getByRole('button').first().click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: /^Sulje / }).click()
  const dialog = page.getByRole('dialog')
  for (const reason of await dialog.getByRole('textbox').all()) await reason.fill('Avaava saldo on ohjelmassa.')
  await expectAccessible(page, 'closing a month of the books')
  await dialog.getByRole('button', { name: /^Sulje / }).click()
  await expect(panel.getByRole('button', { name: 'Merkitse ilmoitetuksi' })).toBeVisible()
  await expect(panel).toContainText('Avaava saldo on ohjelmassa.')
  await panel.getByRole('button', { name: 'Avaa kuukausi uudelleen' }).click()
  await dialog.getByLabel('Miksi kuukausi avataan').fill('Kuukausi jäi kesken.')
  await dialog.getByRole('button', { name: 'Avaa kuukausi uudelleen' }).click()
  await expect(page.getByText('Avaaminen odottaa toisen henkilön vahvistusta')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Merkitse ilmoitetuksi' })).toBeVisible()
})
