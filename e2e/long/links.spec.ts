import type { Page } from '@playwright/test'
import { pages } from '../../src/platform/contract/pages.ts'
import { type LinkPage, linkPages, linksOfEveryPage, plantLinks, signInBehind } from '../helpers/link-pages.ts'
import type { OutboxItem } from '../helpers/support.ts'
import {
  callsOf,
  expect,
  expectAccessible,
  openPhone,
  pathOf,
  type Service,
  settled,
  testOn,
  violationsOf,
} from '../helpers/support.ts'
import { expectSwedish } from '../helpers/words.ts'

/** A service of its own: a bicycle is handed over. */
const test = testOn(plantLinks)

const shop = 'tilaukset@esimerkkikettinki.example'

async function messagesTo(service: Service, to: string): Promise<OutboxItem[]> {
  return (await (await fetch(`${service.url}/api/demo/outbox?to=${encodeURIComponent(to)}`)).json()).items
}

/** What somebody typed or named stays as it is, and so do the lines of a bill, which was sent in a language of its own. */
const asTyped = ['Lukko']
const inTheirOwnLanguage: readonly LinkPage[] = ['pay']

/** The lowest edge of the first thing that the page asks for: its primary act, or the first field of its form. */
const firstActEnds = (page: Page) =>
  page.evaluate(() => {
    const acts = [...document.querySelectorAll('main [data-act=primary], main input, main select, main textarea')]
    const first = acts.find((act) => act.checkVisibility() && act.getBoundingClientRect().height > 1)
    return first ? first.getBoundingClientRect().bottom + window.scrollY : null
  })

async function expectLinkPage(page: Page, name: LinkPage, path: string): Promise<string> {
  await settled(page)
  if (inTheirOwnLanguage.includes(name)) await expect(page.locator('html')).toHaveAttribute('lang', 'sv')
  else await expectSwedish(page, asTyped)
  expect.soft(await violationsOf(page), path).toEqual([])
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
  expect.soft((await firstActEnds(page)) ?? 0, `the act of ${path} stands on the first screen`).toBeLessThanOrEqual(844)
  return `${name}: ${await page.getByRole('heading', { level: 1 }).innerText()}`
}

test('the page of every link stands on a phone in Swedish, in both themes, with its act on the first screen @long', async ({
  browser,
  service,
}) => {
  const found = await linksOfEveryPage(service)
  const page = await openPhone(browser)
  await page.context().addCookies([{ name: 'language', value: 'sv', url: service.url }])
  const seen: string[] = []
  for (const [name, paths] of found) {
    expect(paths.length, `links to ${pages[name]}`).toBeGreaterThan(0)
    // Whoever asked for another address confirms it signed in.
    if (name === 'confirmAddress') await signInBehind(page, service)
    for (const path of paths) {
      await page.goto(service.url + path)
      seen.push(await expectLinkPage(page, name, path))
    }
    if (name === 'confirmAddress') await page.context().clearCookies({ name: /Token|signedIn|device/ })
  }
  await page.goto(`${service.url}${pages.serviceCode}`)
  seen.push(await expectLinkPage(page, 'serviceVoucher', pages.serviceCode))
  console.log(seen.join('\n'))
})

test('a link that is not good any more says so on a phone in Swedish, and where to go on @long', async ({
  browser,
  service,
}) => {
  const page = await openPhone(browser)
  await page.context().addCookies([{ name: 'language', value: 'sv', url: service.url }])
  for (const name of linkPages) {
    if (name === 'confirmAddress') await signInBehind(page, service)
    const path = pages[name].replace('$language', 'sv').replace(/\$\w+$/, 'a-link-that-nobody-has-been-given')
    await page.goto(service.url + path)
    await expectLinkPage(page, name, path)
    expect(await page.locator('main a, main form').count(), `a way on from ${path}`).toBeGreaterThan(0)
    if (name === 'confirmAddress') await page.context().clearCookies({ name: /Token|signedIn|device/ })
  }
})

test('a clerk whose network is lost at the counter loses nothing and hands over once @long', async ({
  browser,
  service,
}) => {
  const staff = await callsOf(service, 'internal@demo.example')
  const list = await staff.get('/api/orders/list-data?orderStatus=WAITING_FOR_DELIVERY_DATE&limit=20')
  const { items } = await list.json()
  const mails = await messagesTo(service, shop)
  const mailOf = ({ orderNumber }: { orderNumber: string }) =>
    mails.find(
      ({ subject, text, links }) => `${subject} ${text}`.includes(orderNumber) && links.join().includes('/liike/'),
    )
  const order = items.find(mailOf)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const code = `/api/orders/${order.orderId}/security-code/reveal`
  const { securityCode } = await (await staff.post(code, { data: { purpose: 'HANDOVER' }, headers })).json()

  const page = await openPhone(browser)
  await page.goto(service.url + pathOf(mailOf(order)!))
  await settled(page)
  await page.getByLabel('Ostajan turvakoodi').fill(securityCode)
  await page.getByRole('button', { name: 'Tarkista koodi' }).click()
  const frame = page.getByLabel('Runkonumero', { exact: true })
  await frame.fill('LOST-4410')
  await page.getByLabel('Runkonumero uudelleen').fill('LOST-4410')

  await page.context().setOffline(true)
  await expect(page.getByText('Selaimesi ei saa yhteyttä verkkoon')).toBeVisible()
  await expectAccessible(page, '/liike, without a network')
  await page.context().setOffline(false)
  await expect(frame).toHaveValue('LOST-4410')

  // The answer is lost on its way back: the hand-over has been written, and the clerk does not know.
  let sent = 0
  await page.route('**/api/store-order/*/delivery', async (route) => {
    sent += 1
    if (sent === 1) {
      await route.fetch()
      await route.abort('connectionreset')
    } else await route.continue()
  })
  await page.getByRole('button', { name: 'Vahvista luovutus' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^(Lähettäkää lasku|Luovutettu|Odotamme)/ })).toBeVisible({
    timeout: 30_000,
  })
  const handed = await (await staff.get(`/api/orders/${order.orderId}`)).json()
  expect(handed).toMatchObject({ frameNumber: 'LOST-4410', orderStatus: 'READY_FOR_BILLING' })
  console.log(`the hand-over: sent ${sent} times, written once`)

  await staff.dispose()
})
