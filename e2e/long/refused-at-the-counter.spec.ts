import type { Page } from '@playwright/test'
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

/** Codes are used up and a bicycle is handed over. */
const test = testOn(async () => undefined)

const shop = 'tilaukset@esimerkkikettinki.example'
const once = () => ({ 'idempotency-key': crypto.randomUUID() })

/** A bicycle that waits for its buyer at the store, with the page of the store's mail. */
async function waiting(service: Service) {
  const calls = await callsOf(service, 'internal@demo.example')
  const list = await calls.get('/api/orders/list-data?orderStatus=WAITING_FOR_DELIVERY_DATE&limit=20')
  const { items } = await list.json()
  const mails = (await (await fetch(`${service.url}/api/demo/outbox?to=${encodeURIComponent(shop)}`)).json()).items
  for (const order of items as { orderId: string; orderNumber: string }[])
    for (const mail of mails as OutboxItem[])
      if (`${mail.subject} ${mail.text}`.includes(order.orderNumber) && mail.links.join().includes('/liike/'))
        return { calls, ...order, path: pathOf(mail) }
  throw new Error('no bicycle waits at the store')
}

const type = async (page: Page, code: string) => {
  await page.getByLabel('Ostajan turvakoodi').fill(code)
  const answered = page.waitForResponse((reply) => reply.url().endsWith('/code'))
  await page.getByRole('button', { name: 'Tarkista koodi' }).click()
  await answered
}

test('what a store is refused at the counter says what to do next, and nothing typed is lost @long', async ({
  browser,
  service,
}) => {
  const { calls, orderId, path } = await waiting(service)
  const codeNow = async () => {
    const asked = { data: { purpose: 'HANDOVER' }, headers: once() }
    return (await (await calls.post(`/api/orders/${orderId}/security-code/reveal`, asked)).json())
      .securityCode as string
  }
  const page = await openPhone(browser)
  await page.goto(service.url + path)
  await settled(page)

  await test.step('ten wrong codes: the buyer is sent another, which is taken at once', async () => {
    const first = await codeNow()
    for (let tries = 1; tries <= 10; tries += 1)
      await type(page, String((Number(first) + tries) % 1_000_000).padStart(6, '0'))
    await expect(page.getByText(/Lähetimme ostajalle uuden/)).toBeVisible()
    await expectAccessible(page, '/liike, ten wrong codes')
    await type(page, await codeNow())
    await expect(page.getByRole('heading', { name: 'Kirjaa luovutus' })).toBeVisible()
  })

  await test.step('a frame number of another bicycle', async () => {
    const leases = await (await calls.get('/api/orders/list-data?orderStatus=ACTIVE_LEASING&limit=1')).json()
    const other = await (await calls.get(`/api/orders/${leases.items[0].orderId}`)).json()
    await page.getByLabel('Runkonumero', { exact: true }).fill(other.frameNumber)
    await page.getByLabel('Runkonumero uudelleen').fill(other.frameNumber)
    await page.getByRole('button', { name: 'Vahvista luovutus' }).click()
    await expect(page.getByText(/Lukekaa numero rungosta uudelleen/).first()).toBeVisible()
    await expect(page.getByLabel('Runkonumero', { exact: true })).toHaveValue(other.frameNumber)
    await expectAccessible(page, '/liike, the frame number of another bicycle')
  })

  await test.step('a photograph that is none', async () => {
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Lisää kuva runkonumerosta' }).click()
    await (await chosen).setFiles({ name: 'kuva.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
    await expect(page.getByText(/JPEG, PNG tai WebP/).last()).toBeVisible()
    await expect(page.getByText('Tiedosto ei kelpaa')).toBeVisible()
    await expect(page.getByLabel('Runkonumero uudelleen')).not.toHaveValue('')
  })

  await page.getByLabel('Runkonumero', { exact: true }).fill('HT7 990044')
  await page.getByLabel('Runkonumero uudelleen').fill('HT7 990044')
  await page.getByRole('button', { name: 'Vahvista luovutus' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^(Lähettäkää lasku|Luovutettu|Odotamme)/ })).toBeVisible()
  await calls.dispose()
})
