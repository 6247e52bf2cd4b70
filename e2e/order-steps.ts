import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Service } from './support.ts'

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
