import type { Browser, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  openPhone,
  type Service,
  settled,
  signedIn,
  signIn,
  test,
} from './helpers/support.ts'

const password = 'Poljin-demo-2026'
const seller = { name: 'Beata Esimerkki', email: 'beata.esimerkki@tuohi.example' }
const taker = { name: 'Beata Ottaja', email: 'ottaja.beata@kaarna.example' }

/** A phone of one person, signed in. */
async function phoneOf(browser: Browser, service: Service, email: string): Promise<Page> {
  const page = await openPhone(browser)
  await signIn(page, service, email)
  return page
}

/** Presses an act and confirms it in its dialog. */
async function press(page: Page, act: string) {
  await page.getByRole('button', { name: act, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click()
}

async function sign(page: Page, service: Service, { name, email }: { name: string; email: string }, isPerson: boolean) {
  if (isPerson) {
    await page.getByRole('button', { name: 'Pyydä vahvistuskoodi' }).click()
    const code = page.getByLabel('Vahvistuskoodi')
    await code.waitFor()
    const hint = await page.getByText('Koodi lähetettiin:').innerText()
    const to = hint.includes('@') ? email : hint.slice(-2)
    const { text } = await service.message('', (item) => item.to.endsWith(to) && /\b\d{6}\b/.test(item.text))
    await code.fill(/\b\d{6}\b/.exec(text)![0])
  } else await page.getByLabel('Asema yrityksessä').fill('Toimitusjohtaja')
  await page.getByLabel('Nimi', { exact: true }).fill(name)
  await page.getByLabel('Salasana', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Allekirjoita', exact: true }).click()
}

test('a lease is passed on to a colleague in another company', { tag: '@long' }, async ({ browser, service }) => {
  const giving = await phoneOf(browser, service, seller.email)
  const id = await test.step('the rider names a colleague by address', () => offer(giving, service))
  const taking = await phoneOf(browser, service, taker.email)
  await test.step('the colleague takes the bike', () => take(taking, service, id))
  const employers = [
    [await signedIn(browser, service, 'employer-b@demo.example'), 'Hyväksy luovutus', 'Tuomas Malli'],
    [await signedIn(browser, service, 'employer@demo.example'), 'Hyväksy vastaanotto', 'Riikka Malli'],
  ] as const
  for (const [page, act] of employers)
    await test.step(`an employer: ${act}`, async () => {
      await page.goto(`${service.url}/tyonantaja/siirrot?open=${id}`)
      await settled(page)
      await expectAccessible(page, '/tyonantaja/siirrot')
      await press(page, act)
    })
  await test.step('the staff record the lessor’s approval', async () => {
    const page = await signedIn(browser, service, 'internal@demo.example')
    await page.goto(`${service.url}/admin/pyoravalitys?open=${id}`)
    await page.getByRole('button', { name: 'Kirjaa rahoitusyhtiön hyväksyntä' }).click()
    await page.getByLabel('Hyväksynnän tunnus').fill('SIIRTO-77')
    await page.getByRole('dialog').getByRole('button', { name: 'Kirjaa rahoitusyhtiön hyväksyntä' }).last().click()
    await expect(page.getByText('SIIRTO-77')).toBeVisible()
  })
  await test.step('all four sign', async () => {
    for (const [page, party] of [
      [giving, seller],
      [taking, taker],
    ] as const) {
      await page.goto(`${service.url}/mybike/valitys/${id}`)
      await sign(page, service, party, true)
      await expect(page.getByText('Allekirjoitettu').first()).toBeVisible()
    }
    for (const [page, , name] of employers) {
      await page.goto(`${service.url}/tyonantaja/siirrot?open=${id}`)
      await sign(page, service, { name, email: '' }, false)
      await expect(page.getByText('Allekirjoitettu').first()).toBeVisible()
    }
  })
  await test.step('the colleague reads the day of the transfer', async () => {
    await taking.goto(`${service.url}/mybike/valitys/${id}`)
    await expect(taking.getByText('Uusi leasing alkaa')).toBeVisible()
    await taking.goto(`${service.url}/mybike`)
    await expect(taking.getByText('Otat tämän pyörän leasingin vastaan alkupäivästä.')).toBeVisible()
    await expectAccessible(taking, '/mybike with a lease taken over')
  })
})

async function offer(page: Page, service: Service): Promise<string> {
  await page.goto(`${service.url}/mybike`)
  const offers = page.getByRole('region', { name: 'Pyörän siirtäminen' }).locator('p')
  await offers.filter({ hasText: 'Luonnos' }).getByRole('link').click()
  await page.waitForURL(/\/mybike\/valitys\//)
  await settled(page)
  await expectAccessible(page, 'a draft')
  await press(page, 'Peru ilmoitus')
  await expect(page.getByText('Peruttu').first()).toBeVisible()
  await page.goto(`${service.url}/mybike`)
  await page.getByRole('button', { name: 'Anna tai myy toiselle' }).click()
  await page.getByRole('button', { name: 'Luovuta tutulle' }).click()
  await page.getByLabel('Ottajan sähköposti').fill(taker.email)
  await page.getByLabel('Kunto ja varusteet').fill('Hyvin pidetty, lukko tulee mukana.')
  await page.getByRole('button', { name: 'Lähetä tarjous' }).click()
  await page.waitForURL(/\/mybike\/valitys\//)
  await settled(page)
  await expectAccessible(page, 'an offer by name')
  return page.url().split('/').at(-1)!
}

async function take(page: Page, service: Service, id: string) {
  await page.goto(`${service.url}/mybike/valitys/${id}`)
  await settled(page)
  await expectAccessible(page, 'an offer to oneself')
  await page.getByRole('button', { name: 'Ota pyörä vastaan' }).click()
  await page
    .getByRole('dialog', { name: 'Ota pyörä vastaan' })
    .getByRole('button', { name: 'Ota pyörä vastaan' })
    .click()
  await expect(page.getByText('Siirto on kesken.')).toBeVisible()
}
