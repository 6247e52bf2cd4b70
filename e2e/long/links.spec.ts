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
} from '../helpers/support.ts'
import { expectSwedish } from '../helpers/words.ts'

/** A service of its own: a bicycle is handed over. */
const test = testOn(async () => undefined)

const shop = 'tilaukset@esimerkkikettinki.example'

/** The pages that a link opens without an account, by the first part of their address. */
const kinds = [
  'liike',
  'runkonumero-ja-toimitus',
  'rahoittaja',
  'maksu',
  'takaisinmaksu',
  'kutsu',
  'reset',
  'asetukset',
]
/** So many pages of a kind: a store's page stands in many states. */
const MOST_OF_A_KIND = 6

async function messagesTo(service: Service, to?: string): Promise<OutboxItem[]> {
  const query = to ? `?to=${encodeURIComponent(to)}` : ''
  return (await (await fetch(`${service.url}/api/demo/outbox${query}`)).json()).items
}

/** Links of the demo's messages that open a page for whoever holds them. */
async function linksOf(service: Service): Promise<string[]> {
  const readers = new Set((await messagesTo(service)).map(({ to }) => to))
  const found = new Map<string, Set<string>>()
  for (const to of [...readers, shop, 'laskut@rahoitus.example'])
    for (const link of (await messagesTo(service, to)).flatMap(({ links }) => links)) {
      const { pathname } = new URL(link)
      const kind = pathname.split('/')[1]!
      if (kinds.includes(kind)) found.set(kind, (found.get(kind) ?? new Set()).add(pathname))
    }
  return [...found.values()].flatMap((paths) => [...paths].slice(0, MOST_OF_A_KIND))
}

test('the page of every link stands on a phone in Swedish, in both themes, with nothing beside the screen @long', async ({
  browser,
  service,
}) => {
  const page = await openPhone(browser)
  await page.context().addCookies([{ name: 'language', value: 'sv', url: service.url }])
  const links = await linksOf(service)
  const seen: string[] = []
  for (const path of [...links, '/huolto', '/huolto/AAAAAAAA']) {
    await page.goto(service.url + path)
    await settled(page)
    const kind = path.split('/')[1]!
    // The lines of a bill stay in the language in which it was sent.
    if (kind === 'maksu') await expect(page.locator('html')).toHaveAttribute('lang', 'sv')
    else await expectSwedish(page, ['Lukko'])
    await expectAccessible(page, path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
    seen.push(`${kind}: ${await page.getByRole('heading', { level: 1 }).innerText()}`)
  }
  console.log(seen.join('\n'))
  for (const kind of ['liike', 'rahoittaja', 'maksu']) expect(seen.join('\n')).toContain(`${kind}: `)
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
