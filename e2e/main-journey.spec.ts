import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, pathOf, type Service, signIn, test } from './support.ts'

const company = { name: 'Esimerkki Polku Oy', businessId: '9870006-3' }
const admin = { first: 'Paula', last: 'Malli', email: 'paula.malli@polku.example', password: 'Kampiakseli ja ketjut' }
const buyer = { first: 'Aleksi', last: 'Esimerkki', email: 'aleksi.esimerkki@polku.example', password: 'Tuulta päin mäkeen' }

/** A browser of one person, which keeps its session from step to step. */
async function person(browser: Browser, viewport = { width: 1440, height: 900 }): Promise<Page> {
  const context = await browser.newContext({ locale: 'fi-FI', timezoneId: 'Europe/Helsinki', viewport })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return page
}

test('one bike, from an empty company to a locked payroll month', async ({ browser, service }) => {
  test.setTimeout(600_000)
  const staff = await person(browser)
  const employer = await person(browser)
  const employee = await person(browser, { width: 390, height: 844 })
  await test.step('staff create the company and invite its admin', () => createCompany(staff, service))
  const link = await test.step('the admin sets a password and makes a registration link', () => takeOver(employer, service))
  await test.step('a person joins by the link with the code from the mail', () => join(employee, service, link))
  await test.step('the employer accepts the application', () => accept(employer, service))
})

async function createCompany(page: Page, service: Service) {
  await signIn(page, service, 'internal@demo.example')
  await page.goto(`${service.url}/admin/lisaa-yritys`)
  await expectAccessible(page, '/admin/lisaa-yritys')
  await page.getByLabel('Yrityksen nimi').fill(company.name)
  await page.getByLabel('Y-tunnus').fill(company.businessId)
  await page.getByLabel('Ohje työntekijälle').fill('Pyöräetu on kaikille vakinaisille työntekijöille.')
  await page.getByRole('combobox', { name: 'Rahoitusyhtiö' }).click()
  await page.getByRole('option', { name: 'Grenkeleasing Oy' }).click()
  await page.getByRole('button', { name: 'Luo yritys' }).click()
  await page.getByRole('heading', { name: `${company.name} on luotu` }).waitFor()
  await page.getByLabel('Etunimi').fill(admin.first)
  await page.getByLabel('Sukunimi').fill(admin.last)
  await page.getByLabel('Työsähköposti').fill(admin.email)
  await page.getByRole('button', { name: 'Lähetä kutsu' }).click()
}

async function takeOver(page: Page, service: Service): Promise<string> {
  const invitation = await service.message(admin.email)
  await page.goto(service.url + pathOf(invitation))
  await page.getByLabel('Uusi salasana').fill(admin.password)
  await expectAccessible(page, '/reset')
  await page.getByRole('button', { name: 'Tallenna salasana' }).click()
  await page.getByRole('heading', { name: 'Salasana on tallennettu' }).waitFor()
  await signIn(page, service, admin.email, admin.password)
  await expect(page).toHaveURL(/\/tyonantaja/)
  await page.goto(`${service.url}/yritys-asetukset`)
  await page.getByRole('tab', { name: 'Henkilöt' }).click()
  await page.getByRole('switch', { name: /saa palkkaraportin/ }).click()
  await expectAccessible(page, '/yritys-asetukset')
  await page.goto(`${service.url}/tyonantaja`)
  await expectAccessible(page, '/tyonantaja, empty')
  await page.getByRole('button', { name: 'Luo liittymislinkki' }).first().click()
  const shown = page.getByText(/\/liity\/[\w-]{20,}/).first()
  await shown.waitFor()
  return /\/liity\/[\w-]+/.exec((await shown.textContent()) ?? '')![0]
}

async function join(page: Page, service: Service, link: string) {
  await page.goto(service.url + link)
  await page.getByLabel('Etunimi').fill(buyer.first)
  await page.getByLabel('Sukunimi').fill(buyer.last)
  await page.getByLabel('Työsähköposti').fill(buyer.email)
  await page.getByLabel('Puhelinnumero').fill('040 123 4567')
  await page.getByLabel('Palkkanumero').fill('20417')
  await page.getByLabel('Salasana', { exact: true }).fill(buyer.password)
  await expectAccessible(page, '/liity')
  await page.getByRole('button', { name: 'Lähetä vahvistuskoodi' }).click()
  const mail = await service.message(buyer.email, (item) => /\d{3}\s?\d{3}/.test(item.text))
  await page.getByLabel(/koodi/i).first().fill(/\d{3}\s?\d{3}/.exec(mail.text)![0].replace(/\s/g, ''))
  await page.waitForURL(/\/mybike/)
}

async function accept(page: Page, service: Service) {
  await page.goto(`${service.url}/tyonantaja`)
  await page.getByRole('heading', { level: 1, name: /hakemus odottaa/ }).waitFor()
  await expectAccessible(page, '/tyonantaja')
  await page.getByRole('button', { name: `Hyväksy ${buyer.first} ${buyer.last}` }).click()
  await service.message(buyer.email, (item) => item.subject.includes('Voit valita'))
}
