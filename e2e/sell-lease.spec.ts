import type { Browser, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  openPhone,
  pathOf,
  pressAtFoot,
  type Service,
  settled,
  signedIn,
  signIn,
  testOn,
} from './helpers/support.ts'

// The service’s clock moves on to the month after, which other journeys would meet.
const test = testOn(async () => undefined)

const rider = 'tyyne.esimerkki@tuohi.example'
const buyer = 'laskut@uusityo.example'

test('a bike goes along to an employer outside the service: asked on the phone, agreed, billed, paid', {
  tag: '@long',
}, async ({ browser, service }) => {
  test.setTimeout(240_000)
  const own = await openPhone(browser)
  await signIn(own, service, rider)
  const id = await test.step('the rider names the company that buys', () => ask(own, service))
  await test.step('the employer agrees', () => agree(browser, service, id))
  await test.step('staff write down both consents and bill', () => bill(browser, service, id))
  await test.step('the company pays by the link of its mail', () => pay(browser, service))
  await test.step('the month ends: the rider reads that the bike is sold', () => end(browser, service, id))
})

async function ask(page: Page, service: Service): Promise<string> {
  await page.goto(`${service.url}/mybike`)
  await settled(page)
  await page.getByRole('button', { name: 'Anna tai myy toiselle' }).click()
  await page.getByRole('button', { name: 'Vie työnantajalle palvelun ulkopuolelle' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Ostava yritys').fill('Uusi Työ Oy')
  await dialog.getByLabel('Ostajan Y-tunnus').fill('1234567-1')
  await dialog.getByLabel('Ostajan osoite').fill('Esimerkkikatu 9, 20100 Turku')
  await dialog.getByLabel('Sähköposti, johon lasku lähetetään').fill(buyer)
  await expectAccessible(page, 'a sale to ask for')
  await dialog.getByRole('button', { name: 'Pyydä myyntiä' }).click()
  await page.waitForURL(/\/mybike\/valitys\//)
  await settled(page)
  await expect(page.getByText('Uusi Työ Oy').first()).toBeVisible()
  await expectAccessible(page, 'a sale that waits')
  return new URL(page.url()).pathname.split('/').at(-1)!
}

async function agree(browser: Browser, service: Service, id: string) {
  const page = await signedIn(browser, service, 'employer-b@demo.example')
  await page.goto(`${service.url}/tyonantaja/siirrot?open=${id}`)
  await settled(page)
  await expectAccessible(page, 'a sale to agree to')
  await pressAtFoot(page.getByRole('button', { name: 'Hyväksy myynti' }))
  await page.getByRole('dialog').getByRole('button', { name: 'Hyväksy myynti' }).click()
  await expect(page.getByRole('button', { name: 'Hyväksy myynti' })).toHaveCount(0)
}

async function bill(browser: Browser, service: Service, id: string) {
  const page = await signedIn(browser, service, 'internal@demo.example')
  await page.goto(`${service.url}/admin/pyoravalitys?open=${id}`)
  await settled(page)
  await page.getByRole('button', { name: 'Laskuta ostajaa' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Hyväksynnän tunnus').fill('MYYNTI-9')
  await dialog.getByLabel('Ostajan puolesta suostui').fill('Sirkka Malli, toimitusjohtaja')
  await expectAccessible(page, 'a sale to bill')
  await dialog.getByRole('button', { name: 'Laskuta ostajaa' }).click()
  await expect(page.getByRole('complementary').getByText('Laskutettu ostajalta')).toBeVisible()
}

async function pay(browser: Browser, service: Service) {
  const mail = await service.message(buyer)
  const page = await openPhone(browser)
  await page.goto(service.url + pathOf(mail))
  await settled(page)
  await page.getByRole('button', { name: 'Maksa verkossa' }).click()
  await page.getByRole('link', { name: 'Maksu onnistuu' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('on maksettu')
}

async function end(browser: Browser, service: Service, id: string) {
  const today = await service.now()
  const later = Number(today.slice(8, 10)) > 20 ? 1 : 0
  const first = Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) + later, 2, 8)
  const day = 86_400_000
  for (const at of [first, first + day, first + 2 * day]) await service.moveClock(new Date(at).toISOString())
  const page = await openPhone(browser)
  await signIn(page, service, rider)
  await page.goto(`${service.url}/mybike/valitys/${id}`)
  await settled(page)
  await expect(page.getByText('Ostava yritys on maksanut pyörän.').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Lue omistuksen siirtoasiakirja' })).toBeVisible()
  await expectAccessible(page, 'a bike that was sold')
}
