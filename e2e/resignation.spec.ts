import type { Browser, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  openPhone,
  pathOf,
  type Service,
  settled,
  signedIn,
  signIn,
  testOn,
} from './helpers/support.ts'

// The service’s clock moves on by a month or two, which other journeys would meet.
const test = testOn(async () => undefined)

const rider = { first: 'Tyyne', email: 'tyyne.esimerkki@tuohi.example' }
const registers = [
  ['employer-b@demo.example', '/tyonantaja/lunastukset'],
  ['internal@demo.example', '/admin/lunastukset'],
] as const

test('a resignation: from the first click by the redemption that is paid to the lease that is over', async ({
  browser,
  service,
}) => {
  test.setTimeout(240_000)
  const own = await openPhone(browser)
  await signIn(own, service, rider.email)
  await test.step('the rider says that the employment ends, and asks to redeem', () => resign(own, service))
  await test.step('employer and staff see it', () => watch(browser, service, /Tarjottu|Odottaa/))
  await test.step('the rider accepts the offer', () => accept(own))
  await test.step('the rider pays by the link of the mail', () => pay(own, service))
  await test.step('the month ends, and with it the lease', () => end(browser, service))
  await test.step('employer and staff see that it is done', () => watch(browser, service, /Valmis|Lunastettu/))
})

async function resign(page: Page, service: Service) {
  await page.goto(`${service.url}/mybike`)
  await page.getByRole('link', { name: /^Jokin muuttuu/ }).click()
  await page.getByRole('button', { name: 'Työsuhde päättyy' }).click()
  await expect(page.getByLabel('Viimeinen työpäivä')).toBeVisible()
  await expect(page.getByText('Jos kukaan ei valitse:')).toBeVisible()
  await settled(page)
  await expectAccessible(page, 'the end of an employment')
  const redeem = page.getByRole('article').filter({ hasText: 'Lunastus' }).first()
  await redeem.getByRole('button', { name: 'Aloita lunastus' }).click()
  await page.waitForURL(/\/mybike$/)
  await settled(page)
  await expectAccessible(page, '/mybike with a redemption')
}

async function watch(browser: Browser, service: Service, state: RegExp) {
  for (const [email, path] of registers) {
    const page = await signedIn(browser, service, email)
    page.setDefaultTimeout(12_000)
    await page.goto(`${service.url}${path}?search=${rider.first}`)
    await expect(page.getByRole('row', { name: /Tyyne/ }).first()).toContainText(state)
  }
}

async function accept(page: Page) {
  await page.getByRole('checkbox', { name: /Olen lukenut tiedot/ }).check()
  await page.getByRole('button', { name: 'Hyväksy ja siirry maksamaan' }).click()
  await expect(page.getByRole('link', { name: 'Maksa', exact: true }).first()).toBeVisible()
  await settled(page)
}

async function pay(page: Page, service: Service) {
  const mail = await service.message(
    rider.email,
    ({ subject, links }) => subject.startsWith('Lasku ') && links.some((link) => link.includes('/maksu/')),
  )
  await page.goto(service.url + pathOf(mail))
  await settled(page)
  await expect(page.getByText(/lunastus/i).first()).toBeVisible()
  await page.getByRole('button', { name: 'Maksa verkossa' }).click()
  await page.getByRole('link', { name: 'Maksu onnistuu' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('on maksettu')
}

/** The second of the month after the one in which a lease that is redeemed now ends; the jobs look twice. */
async function end(browser: Browser, service: Service) {
  const today = await service.now()
  const later = Number(today.slice(8, 10)) > 20 ? 1 : 0
  const day = Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) + later, 2, 8)
  for (const at of [day, day + 600_000]) await service.moveClock(new Date(at).toISOString())
  const page = await openPhone(browser)
  await signIn(page, service, rider.email)
  await page.goto(`${service.url}/mybike`)
  await page.getByRole('heading', { level: 1, name: 'Pyörä on sinun' }).waitFor()
  await expect(page.getByRole('link', { name: 'Omistuksen siirto (PDF)' })).toBeVisible()
  await settled(page)
  await expectAccessible(page, 'a redeemed bike')
}
