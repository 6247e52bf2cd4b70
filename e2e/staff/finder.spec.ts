import { expect, expectAccessible, settled, signedIn, test } from '../helpers/support.ts'

test('staff find an order from any page by keyboard alone, and go to another page the same way @long', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'super@demo.example')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${service.url}/admin/alv`)
  await settled(page)
  const rail = page.getByRole('navigation', { name: 'Hallinta' })
  const tabs = ['Yritykset', 'Käyttäjät', 'Raportointi', 'Hakemukset', 'Rahoitusyhtiöt', 'Lisää yritys']
  const names = await rail.locator('li a:visible').allInnerTexts()
  expect(names.slice(0, 7).map((text) => text.split('\n')[0]!.trim())).toEqual([...tabs, 'Contact Forms'])
  const height = await rail.evaluate((element) => element.scrollHeight)
  expect(height, 'nothing of the rail below the fold').toBeLessThanOrEqual(900)
  await page.goto(`${service.url}/admin/tilaukset`)
  await settled(page)
  const orderNumber = /P-\d\d-\w+/.exec(await page.locator('tbody').innerText())![0]
  await page.goto(`${service.url}/admin/alv`)
  await settled(page)
  await expect(rail.getByRole('button', { name: /^Hae tai siirry/ })).toBeVisible()

  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Nimi, numero, viite, osoite tai summa' })
  await expect(field).toBeFocused()
  await field.fill(orderNumber)
  const hit = page.getByRole('option', { name: new RegExp(orderNumber) }).first()
  await expect(hit).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page, 'Haku')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/tilaukset\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(orderNumber)

  await page.keyboard.press('Control+k')
  await field.fill('poissa')
  await expect(page.getByRole('option', { name: 'Siirry: Poissaolot' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/poissaolot$/)

  await page.keyboard.press('Control+k')
  await field.fill('ei-mitään-tällaista')
  await expect(page.getByRole('status').filter({ hasText: 'ei löytynyt mitään' })).toContainText('tilaukset')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Avaa haun kaikkialta')
  await expectAccessible(page, 'Näppäimet')
})

test('Enter in the search of a list opens the first hit, and the down arrow leads to the hits @long', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'super@demo.example')
  await page.goto(`${service.url}/admin/kayttajat`)
  await settled(page)
  const search = page.getByRole('searchbox')
  await search.fill('esimerkki')
  await search.press('Enter')
  await expect(page).toHaveURL(/open=/)
  await page.goto(`${service.url}/admin/kayttajat`)
  await settled(page)
  await search.press('ArrowDown')
  await expect(page.locator('tbody tr').first().locator('td button, td a').first()).toBeFocused()
})

test('HR pastes forty people, sees who is left out and why, and invites the others by one press @long', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'editor@demo.example')
  await page.goto(`${service.url}/tyonantaja?tab=add`)
  await settled(page)
  const lines = Array.from({ length: 40 }, (_, n) => `Esimerkki\tMalli\tliitetty${n}@lista.example`)
  await page.getByLabel('Nimet ja sähköpostiosoitteet').fill([...lines, 'Esimerkki\tMalli\tväärä@@lista'].join('\n'))
  await page.getByRole('button', { name: 'Tarkista luettelo' }).click()
  await expect(page.getByText('sähköpostiosoite on väärin')).toBeVisible()
  await expectAccessible(page, 'Lisää')
  await page.getByRole('button', { name: 'Kutsu 40 henkilöä' }).click()
  await expect(page.getByText('40 henkilöä on kutsuttu').first()).toBeVisible()
})
