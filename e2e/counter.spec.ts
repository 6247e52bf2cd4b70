import { expect, expectAccessible, openPhone, settled, signIn, test } from './helpers/support.ts'

const buyer = 'oiva.esimerkki@kaarna.example'

test('a poster chooses the store, the clerk types the bike, and the buyer’s phone shows it', async ({
  browser,
  service,
}) => {
  const page = await openPhone(browser)
  await signIn(page, service, buyer)
  const { items } = (await (await page.request.get(`${service.url}/api/bike-stores/minimal`)).json()) as {
    items: { bikeStoreId: string; storeName: string; isOnline: boolean }[]
  }
  const store = items.findLast(({ isOnline }) => !isOnline)!
  await page.goto(`${service.url}/mybike?liike=${store.bikeStoreId}`)
  await settled(page)
  const chosen = page.getByRole('combobox', { name: 'Pyöräliike' })
  await expect(chosen).toHaveValue(new RegExp(store.storeName))

  await page.getByRole('button', { name: 'Myyjä kirjoittaa tiedot' }).click()
  const dialog = page.getByRole('dialog', { name: 'Myyjä kirjoittaa tiedot' })
  await expect(dialog.getByRole('combobox')).toHaveValue(new RegExp(store.storeName))
  await dialog.getByRole('button', { name: 'Näytä koodi' }).click()
  await expect(dialog.getByRole('img', { name: 'QR-koodi myyjälle' })).toBeVisible()
  await expectAccessible(page, 'the code for the clerk')
  const link = await dialog.getByText(/\/kassa\//).innerText()

  // The clerk has a device and no account.
  const clerk = await (await browser.newContext({ locale: 'fi-FI', timezoneId: 'Europe/Helsinki' })).newPage()
  await clerk.goto(service.url + new URL(link).pathname)
  await clerk.getByLabel('Merkki').fill('Halla')
  await clerk.getByLabel('Malli').fill('Taival 7')
  await clerk.getByLabel('Tyyppi').selectOption('ELECTRIC')
  const price = clerk.getByLabel('Pyörän hinta')
  await expectAccessible(clerk, '/kassa')
  const save = clerk.getByRole('button', { name: 'Tallenna pyörä ja hinta' })
  await save.click()
  await expect(price).toHaveAttribute('aria-invalid', 'true')
  await expect(price).toBeFocused()
  await expect(clerk.getByLabel('Malli')).toHaveValue('Taival 7')
  await price.fill('2 290')
  await save.click()
  await expect(clerk.getByText(/^Kiitos\./)).toBeVisible()

  await expect(page.getByText('Myyjä kirjasi pyörän ja hinnan')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('2 290,00').first()).toBeVisible()
})
