import { expect, expectAccessible, openPhone, signedIn, signIn, test } from './helpers/support.ts'

const buyer = 'aada.esimerkki@kaarna.example'

test('a bike is ordered from an online shop that is no partner, and the staff see where to place it', {
  tag: '@long',
}, async ({ browser, service }) => {
  const page = await openPhone(browser)
  await signIn(page, service, buyer)
  await page.goto(`${service.url}/mybike`)
  await page.getByText('Verkosta', { exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Pyöräliike' })).toHaveCount(0)
  await page.getByLabel('Merkki').fill('Halla')
  await page.getByLabel('Malli').fill('Taival 7')
  await page.getByLabel('Tyyppi').selectOption('ELECTRIC')
  await page.getByLabel('Linkki tuotteeseen').fill('ftp://www.example.com/pyora')
  await page.getByLabel('Pyörän hinta').fill('2 790')
  const submit = page.getByRole('button', { name: 'Valitse tämä pyörä' })
  await submit.click()
  const name = page.getByLabel('Verkkokaupan nimi')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill('Kulkuri Verkossa')
  // The message goes and the button moves up: a press before that would miss it.
  await name.blur()
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')
  await submit.click()
  await expect(page.getByLabel('Linkki tuotteeseen')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, '/mybike, an online shop')
  await page.getByLabel('Linkki tuotteeseen').fill('https://www.example.com/pyora')
  await submit.click()
  await page.getByRole('heading', { level: 1, name: 'Vielä toimitus ja ehdot' }).waitFor()
  await expect(page.getByRole('radio', { name: 'Kotiinkuljetus' })).toBeChecked()
  await page.getByLabel('Toimitusosoite').fill('Esimerkkikuja 3, 33100 Tampere')
  await page.getByRole('checkbox', { name: /ohjeen/ }).check()
  await page.getByRole('checkbox', { name: /vakuutuksen ja sen ehdot/ }).check()
  await page.getByRole('button', { name: 'Näytä sopimus' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sopimus odottaa allekirjoitustasi' }).waitFor()

  const desk = await signedIn(browser, service, 'internal@demo.example')
  await desk.goto(`${service.url}/admin/tilaukset`)
  await desk.getByPlaceholder('Nimi, sähköposti tai tilaus').fill('kulkuri')
  await expect(desk.locator('tbody tr')).toHaveCount(1)
  await desk.locator('tbody tr > td button').first().click()
  await expect(desk.getByText('Kulkuri Verkossa (verkkotilaus)')).toBeVisible()
  await expect(desk.getByRole('link', { name: 'https://www.example.com/pyora' })).toBeVisible()
  await expect(desk.getByText('Esimerkkikuja 3, 33100 Tampere')).toBeVisible()
})
