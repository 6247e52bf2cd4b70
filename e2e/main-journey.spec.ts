import type { Browser, Page } from '@playwright/test'
import { handOver, order, processOrder, sign } from './helpers/order-steps.ts'
import { expect, expectAccessible, pathOf, type Service, signIn, testOn } from './helpers/support.ts'

// The service’s clock moves on to the next month, which other journeys would meet.
const test = testOn(async () => undefined)

const company = { name: 'Esimerkki Polku Oy', businessId: '9870006-3' }
const admin = { first: 'Paula', last: 'Malli', email: 'paula.malli@polku.example', password: 'Kampiakseli ja ketjut' }
const buyer = {
  first: 'Aleksi',
  last: 'Esimerkki',
  email: 'aleksi.esimerkki@polku.example',
  password: 'Tuulta päin mäkeen',
}

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
  const link = await test.step('the admin sets a password and makes a registration link', () =>
    takeOver(employer, service))
  await test.step('a person joins by the link with the code from the mail', () => join(employee, service, link))
  await test.step('the employer accepts the application', () => accept(employer, service))
  await test.step('the employee chooses a bike and sees its whole price', () => order(employee, service, '4 149,33 €'))
  await test.step('both sign, and the employee confirms', () => signAndConfirm(employee, employer, service))
  await test.step('staff process the order, enter and match the invoice', () => process(staff, service))
  await test.step('the store reports frame number and delivery by its link', () => deliver(employee, service))
  await test.step('staff bill the lessor, and the lease starts on the first of the month', () => bill(staff, service))
  await test.step('the employee rides a running lease', () => ride(employee, service))
  await test.step('the employer locks the payroll month', () => lockMonth(employer, service))
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
  await page.getByLabel('Valitse salasana').fill(admin.password)
  await expectAccessible(page, '/kutsu')
  await page.getByRole('button', { name: 'Hyväksy kutsu ja tee tunnus' }).click()
  await page.getByRole('heading', { name: 'Tunnuksesi on valmis' }).waitFor()
  await signIn(page, service, admin.email, admin.password)
  await expect(page).toHaveURL(/\/tyonantaja/)
  await page.getByRole('link', { name: 'Lue ja hyväksy ehdot' }).click()
  await page.getByLabel('Nimesi').fill(`${admin.first} ${admin.last}`)
  await page.getByLabel('Salasanasi').fill(admin.password)
  await expectAccessible(page, '/tyonantaja/ehdot')
  await page.getByRole('button', { name: 'Hyväksy ehdot' }).click()
  await expect(page.getByRole('link', { name: /^Avaa PDF/ })).toHaveCount(2)
  await page.goto(`${service.url}/yritys-asetukset`)
  await page.getByRole('tab', { name: 'Henkilöt' }).click()
  await page.getByRole('switch', { name: /saa palkkaraportin/ }).click()
  await page
    .getByRole('dialog', { name: /saa palkkaraportin/ })
    .getByRole('button', { name: 'Ota käyttöön' })
    .click()
  const proof = page.getByRole('dialog', { name: 'Vahvista, että se olet sinä' })
  await proof.getByLabel('Salasana', { exact: true }).fill(admin.password)
  await expectAccessible(page, 'the password once more')
  await proof.getByRole('button', { name: 'Vahvista', exact: true }).click()
  await expect(page.getByRole('switch', { name: /saa palkkaraportin/ })).toBeChecked()
  await expectAccessible(page, '/yritys-asetukset')
  await page.goto(`${service.url}/tyonantaja`)
  await expectAccessible(page, '/tyonantaja, empty')
  await page.getByRole('button', { name: 'Luo liittymislinkki' }).first().click()
  const shown = page.getByTitle(/\/liity\//).first()
  await shown.waitFor()
  return new URL((await shown.getAttribute('title'))!).pathname
}

async function join(page: Page, service: Service, link: string) {
  await page.goto(service.url + link)
  await page.getByLabel('Etunimi').fill(buyer.first)
  await page.getByLabel('Sukunimi').fill(buyer.last)
  await page.getByLabel('Työsähköposti').fill(buyer.email)
  await page.getByLabel('Puhelinnumero').fill('040 123 4567')
  await page.getByLabel('Henkilönumero').fill('20417')
  await page.getByLabel('Salasana', { exact: true }).fill(buyer.password)
  await expectAccessible(page, '/liity')
  await page.getByRole('button', { name: 'Lähetä vahvistuskoodi' }).click()
  const mail = await service.message(buyer.email, (item) => /\d{3}\s?\d{3}/.test(item.text))
  await page
    .getByLabel(/koodi/i)
    .first()
    .fill(/\d{3}\s?\d{3}/.exec(mail.text)![0].replace(/\s/g, ''))
  await page.getByRole('button', { name: 'Vahvista ja hae pyöräetua' }).click()
  await page.getByRole('heading', { level: 1, name: 'Hakemuksesi on lähetetty' }).waitFor()
}

async function accept(page: Page, service: Service) {
  await page.goto(`${service.url}/tyonantaja`)
  await page.getByRole('heading', { level: 1, name: /hakemus odottaa/ }).waitFor()
  await expectAccessible(page, '/tyonantaja')
  await page.getByRole('button', { name: `Hyväksy ${buyer.first} ${buyer.last}` }).click()
  await service.message(buyer.email, (item) => item.subject.includes('Voit valita'))
}

/** One code to the number of the application verifies it and confirms this signature. */
async function signAsEmployee(page: Page, service: Service) {
  await page.getByRole('link', { name: 'Lue ja allekirjoita' }).click()
  await expect(page.getByLabel('Puhelinnumerosi')).not.toHaveValue('')
  await page.getByLabel('Salasanasi').fill(buyer.password)
  await expectAccessible(page, 'signing, a number to verify')
  await page.getByRole('button', { name: 'Lähetä allekirjoituskoodi' }).click()
  // The field stands once the message is on its way; an older one would fit before.
  const code = page.getByLabel('Koodi')
  await code.waitFor()
  const sms = await service.message('0401234567', (item) => /allekirjoittamiseen/.test(item.text))
  await code.fill(/\d{6}/.exec(sms.text)![0])
  await expectAccessible(page, 'signing')
  await page.getByRole('button', { name: 'Allekirjoita sopimus' }).click()
}

async function signAndConfirm(employee: Page, employer: Page, service: Service) {
  await signAsEmployee(employee, service)
  await employee.getByRole('heading', { level: 1, name: 'Työnantajasi allekirjoittaa seuraavaksi' }).waitFor()
  const invitation = await service.message(admin.email, (item) => item.subject.includes('odottaa allekirjoitustasi'))
  await employer.goto(service.url + pathOf(invitation))
  await employer.getByRole('heading', { level: 1, name: /sopimus odottaa allekirjoitusta/ }).waitFor()
  await expectAccessible(employer, '/tyonantaja/tilaus')
  await employer.getByRole('link', { name: 'Lue ja allekirjoita' }).click()
  await sign(employer, `${admin.first} ${admin.last}`, admin.password)
  await employer.getByRole('heading', { level: 1, name: /vahvistaa tilauksen/ }).waitFor()
  await employee.goto(`${service.url}/mybike`)
  await employee.getByRole('button', { name: 'Vahvista tilaus' }).click()
  await employee.getByRole('dialog').getByRole('button', { name: 'Vahvista tilaus' }).click()
  await employee.getByRole('heading', { level: 1, name: 'Pyöräsi on tilattu' }).waitFor()
  await employee.getByRole('button', { name: 'Näytä koodi' }).click()
  await expect(employee.getByText(/^\d{6}$/)).toBeVisible()
  const mail = await service.message('tilaukset@esimerkkikettinki.example', (item) => item.text.includes(buyer.first))
  const store = await employee.context().newPage()
  await store.goto(service.url + pathOf(mail))
  await expect(store.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(store, '/liike')
  await store.close()
}

/** Opens the order's panel on the desk. */
async function openDesk(page: Page, service: Service) {
  await page.goto(`${service.url}/admin/tilaukset`)
  await page.getByRole('searchbox').fill(`${buyer.first} ${buyer.last}`)
  await expect(page.getByRole('status').filter({ hasText: '1–1 / 1' })).toBeVisible()
  await page.getByRole('button', { name: /^P-/ }).click()
  return page.getByRole('complementary', { name: `${buyer.last} ${buyer.first}` })
}

async function process(page: Page, service: Service) {
  const panel = await openDesk(page, service)
  await expectAccessible(page, '/admin/tilaukset')
  await processOrder(page, panel, { digits: '2041', total: '3 000,00' })
}

async function deliver(page: Page, service: Service) {
  const path = await handOver(page, service, { buyer, frame: 'HT7-204100' })
  expect(new URL(page.url()).pathname).not.toContain(path)
}

async function bill(page: Page, service: Service) {
  const panel = await openDesk(page, service)
  const dialog = page.getByRole('dialog')
  await panel.getByRole('button', { name: /Laskuta rahoitusyhtiötä/ }).click()
  await dialog.getByRole('button', { name: 'Laskuta rahoitusyhtiötä' }).click()
  await expect(dialog).toHaveCount(0)
  const now = new Date(await service.now())
  await service.moveClock(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 8)).toISOString())
}

/** Signs in whether or not the clock has ended the session: late in a month it lasts into the next. */
async function signInAnew(page: Page, service: Service, email: string, secret: string) {
  await page.context().clearCookies()
  await signIn(page, service, email, secret)
}

async function ride(page: Page, service: Service) {
  await signInAnew(page, service, buyer.email, buyer.password)
  await page.goto(`${service.url}/mybike`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('on käytössäsi')
  await page.getByText('Ostohinta kuukausittain', { exact: true }).click()
  await expect(page.getByRole('img', { name: /Lunastushinta/ })).toBeVisible()
  await expectAccessible(page, '/mybike, running')
}

async function lockMonth(page: Page, service: Service) {
  await signInAnew(page, service, admin.email, admin.password)
  await page.goto(`${service.url}/raportointi`)
  await page.getByRole('row', { name: new RegExp(buyer.last) }).waitFor()
  await expect(page.getByText('20417').first()).toBeVisible()
  await expectAccessible(page, '/raportointi')
  await page.getByRole('button', { name: /^Lukitse/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Lukitse/ })
    .click()
  await expect(page.getByText('Lukittu').first()).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /CSV/ }).first().click()
  expect((await download).suggestedFilename()).toContain('.csv')
  const mail = await service.message(admin.email, (item) => item.links[0]?.includes('/raportointi') ?? false)
  expect(mail.text).not.toContain(buyer.first)
}
