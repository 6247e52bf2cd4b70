import type { Browser, Page } from '@playwright/test'
import { handOver, processOrder } from './helpers/order-steps.ts'
import {
  expect,
  expectAccessible,
  openPhone,
  pathOf,
  type Service,
  settled,
  signedIn,
  signIn,
  test,
  testOn,
} from './helpers/support.ts'

const rider = { name: 'Boris Esimerkki', email: 'boris.esimerkki@tuohi.example' }
const told = 'Jätin pyörän telineeseen aamulla, ja iltapäivällä se oli poissa.'

test('a stolen bike: from the police number to a new bike in the same agreement', { tag: '@long' }, async ({
  browser,
  service,
}) => {
  test.setTimeout(300_000)
  const own = await openPhone(browser)
  await signIn(own, service, rider.email)
  await test.step('whose lease has ended is offered none of what would be refused', () => over(browser, service))
  await test.step('the rider reports the theft on the phone', () => report(own, service))
  await test.step('the employer sees that there is a claim, and nothing of what happened', () =>
    watch(browser, service))
  const staff = await signedIn(browser, service, 'internal@demo.example')
  staff.setDefaultTimeout(12_000)
  await test.step('staff send it to the insurer, write the decision and order a new bike', () => decide(staff, service))
  const number = await test.step('the rider chooses the new bike by the link of the message', () =>
    choose(own, service))
  await test.step('staff process the order and match the invoice', () => process(staff, service, number))
  await test.step('the store hands the new bike over', () => deliver(own, service))
  await test.step('the rider has the new bike in the same agreement', () => ride(own, service))
  await test.step('staff write what the insurer has paid', () => receive(staff, service))
})

// The service’s clock moves on to the month after, which other journeys would meet.
const ending = testOn(async () => undefined)
const other = { first: 'Bertta', email: 'bertta.esimerkki@tuohi.example' }

ending(
  'a stolen bike: the insurer pays less than is owed, the rider the rest, and the lease ends',
  { tag: '@long' },
  async ({ browser, service }) => {
    ending.setTimeout(240_000)
    const own = await openPhone(browser)
    await signIn(own, service, other.email)
    await ending.step('the rider reports the theft on the phone', () => report(own, service))
    const staff = await signedIn(browser, service, 'internal@demo.example')
    staff.setDefaultTimeout(12_000)
    await ending.step('staff write the decision and end the lease', () => endLease(staff, service))
    await ending.step('the rider reads the last day and pays the rest by the link of the mail', () =>
      settle(own, service),
    )
    await ending.step('the month ends, and with it the lease', () => afterTheMonth(browser, service))
  },
)

async function endLease(page: Page, service: Service) {
  const { panel, dialog } = await insure(page, service, { first: other.first, compensation: '500' })
  await panel.getByRole('button', { name: 'Päätä leasing' }).click()
  await expect(dialog.getByText(/Leasing päättyy/).first()).toBeVisible()
  await expectAccessible(page, 'a lease that a claim ends')
  await dialog.getByRole('button', { name: 'Päätä leasing' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(panel.getByText('Leasing päätetty').first()).toBeVisible()
}

async function settle(page: Page, service: Service) {
  const told = await service.message(other.email, ({ subject }) => subject.startsWith('Leasing päättyy'))
  await page.goto(service.url + pathOf(told))
  await settled(page)
  await expectAccessible(page, 'a claim that ends the lease')
  const mail = await service.message(
    other.email,
    ({ subject, links }) => subject.startsWith('Lasku ') && links.some((link) => link.includes('/maksu/')),
  )
  await page.goto(service.url + pathOf(mail))
  await settled(page)
  await page.getByRole('button', { name: 'Maksa verkossa' }).click()
  await page.getByRole('link', { name: 'Maksu onnistuu' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('on maksettu')
}

async function afterTheMonth(browser: Browser, service: Service) {
  const today = await service.now()
  const day = Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 2, 8)
  for (const at of [day, day + 600_000]) await service.moveClock(new Date(at).toISOString())
  const page = await openPhone(browser)
  await signIn(page, service, other.email)
  await page.goto(`${service.url}/mybike`)
  await page.getByRole('heading', { level: 1, name: 'Leasing päättyi korvaukseen' }).waitFor()
  await settled(page)
  await expectAccessible(page, 'a lease that a theft has ended')
}

async function over(browser: Browser, service: Service) {
  const page = await openPhone(browser)
  await signIn(page, service, 'bror.esimerkki@tuohi.example')
  await page.goto(`${service.url}/mybike`)
  await page.getByRole('heading', { level: 1, name: 'Osto on peruttu, vie pyörä liikkeeseen' }).waitFor()
  await settled(page)
  for (const name of ['Ilmoita vahinko tai varkaus', 'Ehdota poissaolosuunnitelmaa', 'Luovuta tutulle'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
}

async function report(page: Page, service: Service) {
  await page.goto(`${service.url}/mybike`)
  await settled(page)
  await page.getByRole('button', { name: /^Vahinko tai varkaus/ }).click()
  await page.getByRole('button', { name: 'Ilmoita vahinko tai varkaus' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Mitä tapahtui?').selectOption({ label: 'Varkaus' })
  await expectAccessible(page, 'the kind of damage')
  await dialog.getByRole('button', { name: 'Aloita ilmoitus' }).click()
  await page.getByRole('heading', { level: 1, name: 'Varkaus' }).waitFor()
  await page.getByLabel('Tapahtumapäivä').fill((await service.now()).slice(0, 10))
  await page.getByLabel('Paikka').fill('Porvoon linja-autoasema')
  await page.getByLabel('Mitä tapahtui').fill(told)
  await page.getByLabel('Lukko').fill('U-lukko rungosta telineeseen')
  await page.getByRole('button', { name: 'Tallenna tiedot' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Rikosilmoituksen numero' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Paikka' })).toHaveCount(0)
  await page.getByLabel('Rikosilmoituksen numero').fill('5500/R/4321/26')
  await expectAccessible(page, 'a theft, told')
  await page.getByRole('button', { name: 'Tallenna tiedot' }).click()
  await expect(page.getByText('Tiedot ovat koossa.')).toBeVisible()
}

async function watch(browser: Browser, service: Service) {
  const page = await signedIn(browser, service, 'employer-b@demo.example')
  page.setDefaultTimeout(12_000)
  await page.goto(`${service.url}/tyonantaja/vakuutustapaukset`)
  await page.getByRole('searchbox').fill('Boris')
  await page.getByRole('row', { name: /Esimerkki Boris/ }).waitFor()
  await settled(page)
  await expect(page.getByText('Tiedot koossa').first()).toBeVisible()
  await expectAccessible(page, '/tyonantaja/vakuutustapaukset')
  for (const secret of [told, '5500/R/4321/26', 'Porvoon linja-autoasema'])
    await expect(page.getByText(secret)).toHaveCount(0)
}

async function openClaim(page: Page, service: Service, first = 'Boris') {
  await page.goto(`${service.url}/admin/vakuutustapaukset`)
  await page.getByRole('searchbox').fill(first)
  await expect(page.getByRole('status').filter({ hasText: '1–1 / 1' })).toBeVisible()
  await page.getByRole('button', { name: new RegExp(first) }).click()
  return page.getByRole('complementary', { name: new RegExp(first) })
}

/** Sends a claim to the insurer and writes its decision; the panel with what may follow. */
async function insure(page: Page, service: Service, { first, compensation }: { first: string; compensation: string }) {
  const panel = await openClaim(page, service, first)
  const dialog = page.getByRole('dialog')
  await settled(page)
  await panel.getByRole('button', { name: 'Merkitse lähetetyksi vakuutusyhtiöön' }).click()
  await dialog.getByLabel('Vakuutusyhtiön tunnus').fill('VK-2026-0444')
  await dialog.getByRole('button', { name: 'Merkitse lähetetyksi vakuutusyhtiöön' }).click()
  await expect(dialog).toHaveCount(0)
  await panel.getByRole('button', { name: 'Kirjaa korvauspäätös' }).click()
  await dialog.getByLabel('Korvaus').fill(compensation)
  await dialog.getByRole('button', { name: 'Kirjaa korvauspäätös' }).click()
  await panel.getByRole('button', { name: 'Tilaa uusi pyörä' }).waitFor()
  await expect(dialog).toHaveCount(0)
  return { panel, dialog }
}

async function decide(page: Page, service: Service) {
  const { panel, dialog } = await insure(page, service, { first: 'Boris', compensation: '1 100' })
  await expectAccessible(page, 'a claim that the insurer has decided')
  await panel.getByRole('button', { name: 'Tilaa uusi pyörä' }).click()
  await dialog.getByRole('button', { name: 'Tilaa uusi pyörä' }).click()
  await expect(panel.getByText('Uusi pyörä tilauksessa').first()).toBeVisible()
  await service.message(rider.email, ({ subject }) => subject.startsWith('Korvauspäätös'))
}

async function choose(page: Page, service: Service): Promise<string> {
  const mail = await service.message(rider.email, ({ subject }) => subject.startsWith('Valitse uusi pyörä'))
  await page.goto(service.url + pathOf(mail))
  await settled(page)
  await expectAccessible(page, 'a new bike to choose')
  await page.getByRole('link', { name: 'Valitse uusi pyörä' }).click()
  await settled(page)
  await page.getByRole('combobox', { name: 'Pyöräliike' }).click()
  await page.getByRole('option', { name: /Esimerkki Kettinki/ }).click()
  await page.getByLabel('Merkki').fill('Kaarre')
  await page.getByLabel('Malli').fill('Kaupunki 5')
  await page.getByLabel('Tyyppi').selectOption('CITY')
  await page.getByLabel('Pyörän hinta').fill('1 090')
  await page.getByRole('button', { name: 'Valitse tämä pyörä' }).click()
  await settled(page)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await expectAccessible(page, 'a new bike, answers')
  await page
    .getByRole('button', { name: /Vahvista tilaus|Jatka|Näytä sopimus/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Vahvista tilaus' }).waitFor()
  await page.getByRole('button', { name: 'Vahvista tilaus' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Vahvista tilaus' }).click()
  await page.getByRole('heading', { level: 1, name: 'Pyöräsi on tilattu' }).waitFor()
  return /P-\d\d-[A-Z0-9]+/.exec(await page.getByText(/Tilausnumero on/).innerText())![0]
}

async function process(page: Page, service: Service, number: string) {
  await page.goto(`${service.url}/admin/tilaukset`)
  await page.getByRole('searchbox').fill(number)
  await page.getByRole('button', { name: number }).click()
  await processOrder(page, page.getByRole('complementary', { name: 'Esimerkki Boris' }), {
    digits: '4321',
    total: '1 090,00',
  })
}

async function deliver(page: Page, service: Service) {
  await handOver(page, service, { buyer: { first: 'Boris', email: rider.email }, frame: 'KA5-432100' })
}

async function ride(page: Page, service: Service) {
  const mail = await service.message(rider.email, ({ subject }) => subject.startsWith('Uusi pyörä on sopimuksessa'))
  await page.goto(service.url + pathOf(mail))
  await settled(page)
  await expect(page.getByText('Uusi pyörä on toimitettu.')).toBeVisible()
  await expect(page.getByText('200,00 €').first()).toBeVisible()
  await expectAccessible(page, 'a claim that has its new bike')
  await page.goto(`${service.url}/mybike`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Maksa lasku 200,00')
  await page.getByText('Pyörä ja sopimus', { exact: true }).click()
  await expect(page.getByText('KA5-432100').first()).toBeVisible()
  await settled(page)
}

/** The insurer pays after the new bike has come: nothing of the compensation is left open. */
async function receive(page: Page, service: Service) {
  const panel = await openClaim(page, service)
  const dialog = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Kirjaa saatu korvaus' }).click()
  await dialog.getByLabel('Saatu summa').fill('1 100')
  await dialog.getByLabel('Maksupäivä').fill((await service.now()).slice(0, 10))
  await dialog.getByRole('button', { name: 'Kirjaa saatu korvaus' }).click()
  await expect(panel.getByRole('button', { name: 'Kirjaa saatu korvaus' })).toHaveCount(0)
  await settled(page)
}
