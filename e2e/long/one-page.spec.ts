import { callsOf, expect, expectAccessible, pathOf, settled, test } from '../helpers/support.ts'

const shop = 'tilaukset@esimerkkikettinki.example'
const once = () => ({ 'idempotency-key': crypto.randomUUID() })

/** A phone's own reader of codes, which finds one in a running picture alone. */
function readsFromTheCamera() {
  class Reader {
    async detect(shown: HTMLVideoElement | ImageBitmap) {
      const isRunning = shown instanceof HTMLVideoElement && shown.srcObject instanceof MediaStream && !shown.paused
      return isRunning && shown.videoWidth > 0 ? [{ rawValue: 'HT7 440100' }] : []
    }
  }
  Object.assign(window, { BarcodeDetector: Reader })
}

test('a clerk hands a bicycle over on code and frame number by the one link, before the staff have looked @long', async ({
  browser,
  service,
}) => {
  const mail = await service.message(
    shop,
    ({ text, links }) => text.includes('Urho') && links.join().includes('/liike/'),
  )
  const staff = await callsOf(service, 'internal@demo.example')
  const found = await (await staff.get('/api/orders/list-data?search=Urho&limit=1')).json()
  const [{ orderId }] = found.items
  const { request } = await (await staff.get(`/api/orders/${orderId}/cancellation-request`)).json()
  const answer = { version: request.version, answer: 'Tilaus jatkuu, kuten sovimme.' }
  await staff.post(`/api/orders/${orderId}/cancellation-request/decline`, { data: answer, headers: once() })
  const shown = await staff.post(`/api/orders/${orderId}/security-code/reveal`, {
    data: { purpose: 'HANDOVER' },
    headers: once(),
  })
  const { securityCode } = await shown.json()
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.addInitScript(readsFromTheCamera)
  await page.goto(service.url + pathOf(mail))
  await expect(page.getByRole('heading', { level: 1, name: /^Valmistelkaa noudettavaksi/ })).toBeVisible()
  await expectAccessible(page, '/liike, confirmed')
  await page.getByRole('button', { name: 'Valmis noudettavaksi' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Valmis noudettavaksi' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Odottaa noutajaa/ })).toBeVisible()
  await settled(page)
  await page.getByLabel('Ostajan turvakoodi').fill(String((Number(securityCode) + 1) % 1_000_000).padStart(6, '0'))
  await page.getByRole('button', { name: 'Tarkista koodi' }).click()
  await expect(page.getByText(/^Koodi ei täsmää/)).toBeVisible()
  await page.getByLabel('Ostajan turvakoodi').fill(securityCode)
  await page.getByRole('button', { name: 'Tarkista koodi' }).click()
  await page.getByRole('button', { name: 'Lue koodi kameralla' }).click()
  await expect(page.getByLabel('Runkonumero', { exact: true })).toHaveValue('HT7 440100')
  await expect(page.locator('video')).toHaveCount(0)
  await page.getByLabel('Runkonumero uudelleen').fill('HT7 440101')
  await page.getByRole('button', { name: 'Vahvista luovutus' }).click()
  await expect(page.getByText(/^Runkonumerot ovat erilaiset/)).toBeVisible()
  await page.getByLabel('Runkonumero uudelleen').fill('ht7-440100')
  await settled(page)
  await expectAccessible(page, '/liike, hand-over')
  await page.getByRole('button', { name: 'Vahvista luovutus' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Lähettäkää lasku/ })).toBeVisible()
  const { orderStatus, frameNumber } = await (await staff.get(`/api/orders/${orderId}`)).json()
  expect([orderStatus, frameNumber]).toEqual(['CONFIRMED', 'HT7 440100'])
  await staff.dispose()
})
