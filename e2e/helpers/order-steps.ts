import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, pathOf, type Service } from './support.ts'

/** Chooses a bike, answers what is asked and makes the agreement. `price` is the whole price that has to be shown. */
export async function order(page: Page, service: Service, price: string) {
  await page.goto(`${service.url}/mybike`)
  await page.getByRole('heading', { level: 1, name: 'Valitse pyöräsi' }).waitFor()
  await page.getByRole('combobox', { name: 'Pyöräliike' }).click()
  await page.getByRole('option', { name: /Esimerkki Kettinki/ }).click()
  await page.getByLabel('Merkki').fill('Halla')
  await page.getByLabel('Malli').fill('Taival 7')
  await page.getByLabel('Tyyppi').selectOption('ELECTRIC')
  await page.getByLabel('Pyörän hinta').fill('2 790')
  await page.getByRole('button', { name: 'Lisää varuste' }).click()
  await page.getByRole('textbox', { name: 'Varuste 1' }).fill('Lukko')
  await page.getByRole('textbox', { name: 'Hinta 1' }).fill('210')
  await expect(page.getByText(price).first()).toBeVisible()
  await expectAccessible(page, '/mybike, choosing')
  await page.getByRole('button', { name: 'Valitse tämä pyörä' }).click()
  await page.getByRole('checkbox', { name: /ohjeen/ }).check()
  await page.getByRole('checkbox', { name: /vakuutuksen ja sen ehdot/ }).check()
  await expectAccessible(page, '/mybike, answers')
  await page.getByRole('button', { name: 'Näytä sopimus' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sopimus odottaa allekirjoitustasi' }).waitFor()
  await expectAccessible(page, '/mybike, to sign')
}

/** Signs on the page of an agreement; a wrong password is refused first. */
export async function sign(page: Page, name: string, secret: string) {
  await page.getByLabel('Nimesi').fill(name)
  await page.getByLabel('Salasanasi').fill('väärä salasana')
  await page.getByRole('button', { name: 'Allekirjoita sopimus' }).click()
  await expect(page.getByText(/salasana/i).nth(1)).toBeVisible()
  await page.getByLabel('Salasanasi').fill(secret)
  await expectAccessible(page, 'signing')
  await page.getByRole('button', { name: 'Allekirjoita sopimus' }).click()
}

/** Staff process an order in its panel, up to the matched invoice. `digits` stand in the store's numbers. */
export async function processOrder(page: Page, panel: Locator, { digits, total }: { digits: string; total: string }) {
  const dialog = page.getByRole('dialog')
  await panel.getByRole('button', { name: /Käsittele tilaus/ }).click()
  await dialog.getByLabel('Liikkeen tilausnumero').fill(`K-${digits}`)
  await dialog.getByRole('button', { name: 'Käsittele tilaus' }).click()
  await panel.getByRole('button', { name: 'Kirjaa lasku' }).click()
  await dialog.getByLabel('Laskun numero').fill(`L-${digits}`)
  await dialog.getByLabel('Summa, sis. alv').fill(total)
  await dialog.getByRole('button', { name: 'Kirjaa lasku' }).click()
  await panel.getByRole('button', { name: /Täsmäytä lasku/ }).click()
  await dialog.getByRole('button', { name: new RegExp(`^Lasku L-${digits} on tarkastettu: täsmäytä`) }).click()
  await expect(panel.getByText('Odottaa toimitusta').first()).toBeVisible()
}

/**
 * The store hands a bike over by the link of its mail, with the code that the buyer was mailed.
 * @returns the path of the link
 */
export async function handOver(
  page: Page,
  service: Service,
  { buyer, frame }: { buyer: { first: string; email: string }; frame: string },
): Promise<string> {
  const mail = await service.message(
    'tilaukset@esimerkkikettinki.example',
    ({ subject, text }) => subject.startsWith('Ilmoita runkonumero') && text.includes(buyer.first),
  )
  const { text } = await service.message(buyer.email, ({ subject }) => /Tilauksesi .* on vahvistettu/.test(subject))
  await page.goto(service.url + pathOf(mail))
  await page.getByLabel('Ostajan turvakoodi').fill(/Turvakoodisi on (\d{6})/.exec(text)![1]!)
  await page.getByRole('button', { name: 'Tarkista koodi' }).click()
  await page.getByLabel('Runkonumero', { exact: true }).fill(frame)
  await page.getByLabel('Runkonumero uudelleen').fill(frame)
  await expectAccessible(page, '/liike')
  await page.getByRole('button', { name: 'Vahvista luovutus' }).click()
  await expect(page.getByText(frame).first()).toBeVisible()
  return pathOf(mail)
}
