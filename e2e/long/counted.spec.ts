import type { Page } from '@playwright/test'
import { expect, settled, signedIn, testOn } from '../helpers/support.ts'

/** A service of its own: an order goes all the way to the lessor, and applications are accepted. */
const test = testOn(async () => undefined)

/** Counts what a person puts in, a filled field or a press each, and the calls of the API that follow. */
function counting(page: Page) {
  const count = { inputs: 0, calls: [] as string[], isOn: true }
  let lastAt = Date.now()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    lastAt = Date.now()
    if (count.isOn && pathname.startsWith('/api/'))
      count.calls.push(`${request.method()} ${pathname.replace(/[0-9a-f-]{36}/g, ':id')}`)
  })
  const dialog = page.getByRole('dialog')
  return {
    count,
    /** Until nothing has been asked for a second. */
    async stillness() {
      await settled(page)
      await expect.poll(() => Date.now() - lastAt, { timeout: 30_000 }).toBeGreaterThan(1_000)
    },
    async act(name: RegExp) {
      await page.getByRole('complementary').last().getByRole('button', { name }).first().click()
      count.inputs += 1
    },
    async submit(name: RegExp) {
      await dialog.getByRole('button', { name }).click()
      count.inputs += 1
    },
    async fill(label: string, value: string) {
      await dialog.getByLabel(label, { exact: true }).fill(value)
      count.inputs += 1
    },
  }
}

test('an order goes from its open panel to the lessor with at most 25 inputs and 20 calls @long', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'internal@demo.example')
  const { count, act, submit, fill, stillness } = counting(page)
  const panel = page.getByRole('complementary').last()
  /** Opens the order of a row by its number, as whoever has it before them does, and waits for all that is read by it. */
  const open = async (orderStatus: string, hasText: string) => {
    count.isOn = false
    await page.goto(`${service.url}/admin/tilaukset?orderStatus=${orderStatus}`)
    await settled(page)
    const row = page.locator('tbody tr', { hasText })
    const [number] = (await row.first().innerText()).match(/P-\S+/)!
    await page.goto(`${service.url}/admin/tilaukset?q=${number}`)
    await settled(page)
    await row.getByRole('button').first().click()
    await stillness()
    count.isOn = true
  }

  await open('CONFIRMED', '1 890,00 €')
  await act(/Käsittele tilaus/)
  await fill('Liikkeen tilausnumero', 'K-31')
  await submit(/Käsittele tilaus/)
  await expect(panel.getByText('Odottaa laskua').first()).toBeVisible()
  await act(/Täsmäytä lasku/)
  await fill('Laskun numero', 'L-31')
  await fill('Viitenumero', '1232')
  await fill('Summa, sis. alv', '1890')
  await submit(/^Kirjaa lasku/)
  await submit(/on tarkastettu/)
  await expect(panel.getByText('Odottaa toimitusta').first()).toBeVisible()
  await act(/Ilmoita luovutus/)
  await fill('Runkonumero', 'COUNTED-31')
  await submit(/Ilmoita luovutus|Tallenna/)
  await expect(panel.getByText('Laskutettavissa').first()).toBeVisible()

  // The demo's confirmed orders are the operator's own to finance: one that a lessor finances is billed in its place.
  await stillness()
  await open('READY_FOR_BILLING', 'Esimerkki Kaarna Oy')
  await act(/Laskuta rahoitusyhtiötä/)
  await submit(/Laskuta rahoitusyhtiötä/)
  await expect(panel.getByText('Rahoitusyhtiöllä').first()).toBeVisible()
  await stillness()
  console.log(`one order: ${count.inputs} inputs, ${count.calls.length} calls\n${count.calls.join('\n')}`)
  expect(count.inputs).toBeLessThanOrEqual(25)
  expect(count.calls.length).toBeLessThanOrEqual(20)
})

test('all applications that wait are accepted with at most 12 inputs @long', async ({ browser, service }) => {
  const page = await signedIn(browser, service, 'internal@demo.example')
  await page.goto(`${service.url}/admin/tehtavat?action=decideApplication`)
  await settled(page)
  const { count, submit } = counting(page)
  const waiting = await page.locator('tbody tr', { hasText: 'Päätä hakemuksesta' }).count()
  // The box of their group takes all of them.
  await page.locator('tbody').getByRole('checkbox').first().check()
  count.inputs += 1
  await page.getByRole('button', { name: new RegExp(`^Hyväksy ${waiting}`) }).click()
  count.inputs += 1
  await submit(/^Hyväksy/)
  await settled(page)
  console.log(`${waiting} applications: ${count.inputs} inputs, ${count.calls.length} calls`)
  expect(count.inputs).toBeLessThanOrEqual(12)
})
