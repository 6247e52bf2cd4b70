import { expect, expectAccessible, signIn, test } from './helpers/support.ts'

test('the service closes, its operator signs in again and opens it, and people go on where they were', {
  tag: '@long',
}, async ({ browser, page, service }) => {
  const boss = await (await browser.newContext({ locale: 'fi-FI' })).newPage()
  await signIn(page, service, 'editor@demo.example')
  await signIn(boss, service, 'super@demo.example')
  await boss.goto(`${service.url}/admin/asetukset`)
  await boss.getByRole('button', { name: 'Sulje palvelu' }).click()
  await boss.getByRole('dialog').getByRole('button', { name: 'Sulje palvelu' }).click()
  await expect(boss.getByRole('button', { name: 'Avaa palvelu' })).toBeVisible()

  await expect
    .poll(async () => (await page.request.get(`${service.url}/api/user`)).status(), { timeout: 5_000 })
    .toBe(503)
  await page.goto(`${service.url}/tyonantaja`)
  await expect(page).toHaveURL(/\/huoltokatkos\?paluu=%2Ftyonantaja/)
  await expect(page.getByRole('heading', { name: 'Huollamme palvelua' })).toBeVisible()
  await expectAccessible(page, '/huoltokatkos while the service is closed')

  const visitor = await (await browser.newContext({ locale: 'fi-FI' })).newPage()
  await visitor.goto(`${service.url}/kirjaudu`)
  await visitor.getByLabel('Sähköposti').fill('employee@demo.example')
  await visitor.getByLabel('Salasana', { exact: true }).fill('Poljin-demo-2026')
  await visitor.getByRole('button', { name: 'Jatka' }).click()
  await expect(visitor.getByRole('alert').filter({ hasText: 'huoltokatko' })).toBeVisible()
  await expect(visitor).toHaveURL(/\/kirjaudu$/)
  await visitor.goto(`${service.url}/ota-yhteytta`)
  await visitor.getByRole('radio', { name: 'Muu' }).check()
  await visitor.getByLabel('Nimi', { exact: true }).fill('Nimi Esimerkki')
  await visitor.getByLabel('Sähköposti').fill('nimi@yritys.example')
  await visitor.getByLabel('Viesti', { exact: true }).fill('Milloin palvelu on taas auki?')
  await visitor.getByRole('button', { name: 'Lähetä viesti' }).click()
  await expect(visitor.locator('[data-form-error]')).toContainText('huoltokatko')
  await expect(visitor.getByLabel('Viesti', { exact: true })).toHaveValue(/taas auki/)
  await visitor.context().close()

  await boss.goto(`${service.url}/kirjaudu-ulos`)
  await boss.waitForURL(`${service.url}/`)
  await signIn(boss, service, 'super@demo.example')
  await expect(boss).toHaveURL(/\/admin\/asetukset$/)
  await boss.getByRole('button', { name: 'Avaa palvelu' }).click()
  await expect(boss.getByText('Palvelu on auki.')).toBeVisible()
  await boss.context().close()

  await expect(page).toHaveURL(`${service.url}/tyonantaja`, { timeout: 30_000 })
  await page.goto(`${service.url}/huoltokatkos`)
  await expect(page.getByRole('heading', { name: 'Palvelu on auki' })).toBeVisible()
  await expectAccessible(page, '/huoltokatkos while the service is open')
})
