import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, pathOf, type Service, signedIn, signIn, test } from './support.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A phone, of somebody signed in or of a store with a link. */
async function phoneOf(browser: Browser, service: Service, email?: string): Promise<Page> {
  const context = await browser.newContext({
    locale: 'fi-FI',
    timezoneId: 'Europe/Helsinki',
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  if (email) await signIn(page, service, email)
  return page
}

interface OrderRow {
  orderId: string
}
interface InvoiceRow {
  invoiceId: string
  direction: 'PURCHASE' | 'SALES'
  total: number
}

/** Reads and writes as the page's own person, for what a journey begins with. */
function callsOf(page: Page, service: Service) {
  let calls = 0
  return {
    get: async <T>(path: string) => (await (await page.request.get(service.url + path)).json()) as T,
    async post<T>(path: string, data: object): Promise<T> {
      calls += 1
      const reply = await page.request.post(service.url + path, {
        headers: { origin: service.url, 'idempotency-key': `ending-journey-${path.length}-${calls}` },
        data,
      })
      expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
      return (await reply.json()) as T
    },
  }
}

/** Fills the dialog that is open and sends it. */
async function send(page: Page, name: string, fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) {
  const dialog = page.getByRole('dialog')
  await fill(dialog)
  await dialog.getByRole('button', { name }).click()
  await expect(dialog).toHaveCount(0)
}

test('a delivered bike with three payers is cancelled and closes at zero, the store tells of its refund, the buyer sees theirs', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'internal@demo.example')
  const { get, post } = callsOf(page, service)
  const found = await get<{ items: OrderRow[] }>('/api/orders?search=Paavo%20Esimerkki')
  const { orderId } = found.items[0]!
  const paidDay = (await service.now()).slice(0, 10)
  const { items } = await get<{ items: InvoiceRow[] }>(`/api/invoices?orderId=${orderId}`)
  const bills = items.filter(({ total }) => total > 0)
  for (const { invoiceId, direction, total } of bills)
    await post(`/api/invoices/${invoiceId}/payments`, {
      direction: direction === 'SALES' ? 'IN' : 'OUT',
      amount: total,
      paidDay,
      method: 'BANK',
    })

  await page.goto(`${service.url}/admin/tilaukset/${orderId}`)
  await page.getByRole('button', { name: 'Peru vahvistettu tilaus' }).click()
  await send(page, 'Peru vahvistettu tilaus', async (dialog) => {
    await dialog.getByLabel('Syy', { exact: true }).selectOption('Pyörässä on vika')
    await dialog.getByLabel('Syy omin sanoin').fill('Runko on vääntynyt')
  })
  // The buyer has paid the store 100 € in cash for a lock: a third payer, whose money goes back from us.
  await page.getByRole('button', { name: 'Lisää rivi' }).click()
  await send(page, 'Lisää rivi', async (dialog) => {
    await dialog.getByLabel('Maksaja').selectOption('Työntekijä')
    await dialog.getByLabel('Suunta').selectOption('Meiltä')
    await dialog.getByLabel('Summa').fill('100')
  })
  await expect(page.getByRole('button', { name: 'Merkitse valmiiksi' })).toBeDisabled()

  const mail = await service.message('tilaukset@esimerkkikettinki.example', ({ subject }) =>
    subject.includes('palautettavaa'),
  )
  const store = await phoneOf(browser, service)
  await store.goto(service.url + pathOf(mail))
  await expect(store.getByRole('heading', { level: 1 })).toContainText('Perutun tilauksen hyvitys')
  await expectAccessible(store, 'the page on which a store tells of its refund')
  await store.getByLabel('Hyvityslaskun numero').fill('HY-77')
  await store.getByRole('button', { name: 'Olemme palauttaneet maksun' }).click()
  await expect(store.getByText('Odotamme sitä tilillemme')).toBeVisible()

  await page.reload()
  await expect(page.getByText('HY-77')).toBeVisible()
  await page.getByRole('button', { name: 'Hyvitä lasku' }).click()
  await expect(page.getByRole('button', { name: 'Hyvitä lasku' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Kirjaa liikkeen hyvityslasku' }).click()
  await send(page, 'Kirjaa liikkeen hyvityslasku', async (dialog) => {
    await dialog.getByLabel('Hyvityslaskun numero').fill('HY-77')
    await dialog.getByLabel('Laskun päivä').fill(paidDay.split('-').reverse().map(Number).join('.'))
  })
  const settles = page.getByRole('button', { name: /^Kirjaa selvitetyksi/ })
  for (const left of [2, 1, 0]) {
    await settles.first().click()
    await send(page, 'Kirjaa rivi selvitetyksi', async () => undefined)
    await expect(settles).toHaveCount(left)
  }
  await page.getByRole('button', { name: 'Päivitä pyörän paikka ja muistio' }).click()
  await send(page, 'Tallenna', async (dialog) => {
    await dialog.getByLabel('Missä pyörä on').selectOption('Liikkeessä')
  })
  await expectAccessible(page, 'a cancellation with nothing open')
  await page.getByRole('button', { name: 'Merkitse valmiiksi' }).click()
  await expect(page.getByRole('link', { name: 'Avaa erittely (PDF)' })).toBeVisible()
  for (const { invoiceId } of bills)
    expect((await get<{ open: number }>(`/api/invoices/${invoiceId}`)).open, 'closes at zero').toBe(0)

  const buyer = await phoneOf(browser, service, 'paavo.esimerkki@kaarna.example')
  await buyer.goto(`${service.url}/mybike`)
  await expect(buyer.getByText('Peruutus on valmis, ja maksut on selvitetty.')).toBeVisible()
  await expect(buyer.getByText('100,00 €')).toBeVisible()
  await expect(buyer.getByText('HY-77')).toHaveCount(0)
  await expectAccessible(buyer, 'a cancelled order as its buyer sees it')
})

test('one person redeems early with an online payment and withdraws, another’s bike is returned after a dismissal', async ({
  browser,
  service,
}) => {
  const today = await service.now()
  const endsNext = Number(today.slice(8, 10)) > 20
  const after = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) + (endsNext ? 1 : 0), 2, 8))

  const onni = await phoneOf(browser, service, 'onni.esimerkki@kaarna.example')
  await onni.goto(`${service.url}/mybike`)
  // The demo's offer is called off first, so that the journey begins with the price.
  await onni.getByRole('button', { name: 'Peru lunastus' }).click()
  await onni.getByRole('dialog').getByRole('button', { name: 'Peru lunastus' }).click()
  await onni.getByRole('button', { name: 'Lunasta', exact: true }).click()
  await onni.getByRole('dialog').getByRole('button', { name: 'Lunasta' }).click()
  await onni.getByRole('checkbox', { name: /Olen lukenut tiedot/ }).check()
  await expectAccessible(onni, 'an offer to redeem')
  await onni.getByRole('button', { name: 'Hyväksy ja siirry maksamaan' }).click()
  await onni.getByRole('link', { name: 'Maksa', exact: true }).first().click()
  await onni.getByRole('button', { name: 'Maksa verkossa' }).click()
  await onni.getByRole('link', { name: 'Maksu onnistuu' }).click()
  await expect(onni.getByRole('heading', { level: 1 })).toContainText('on maksettu')

  const veikko = await phoneOf(browser, service, 'veikko.esimerkki@kaarna.example')
  await veikko.goto(`${service.url}/mybike`)
  await veikko.getByRole('button', { name: 'Peru palautus' }).click()
  await veikko.getByRole('dialog').getByRole('button', { name: 'Peru palautus' }).click()
  await expect(veikko.getByRole('button', { name: 'Palauta pyörä' })).toBeVisible()

  const employer = await signedIn(browser, service, 'employer@demo.example')
  const { get, post } = callsOf(employer, service)
  const people = await get<{ employees: { beneficiaryEmployeeId: string; version: number }[] }>(
    '/api/beneficiary-employee/employeesOptimizedList?search=Veikko%20Esimerkki',
  )
  const { beneficiaryEmployeeId } = people.employees[0]!
  await post(`/api/beneficiary-employee/${beneficiaryEmployeeId}/update`, {
    lastWorkingDay: after.toISOString().slice(0, 10),
  })
  await employer.goto(`${service.url}/tyonantaja/palautukset`)
  await employer.getByRole('button', { name: 'Aloita palautus' }).click()
  const dialog = employer.getByRole('dialog')
  await dialog.getByLabel('Työntekijä').fill('Veikko')
  await employer.getByRole('option', { name: /Veikko/ }).click()
  await dialog.getByRole('button', { name: 'Aloita palautus' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(employer.getByRole('row', { name: /Veikko Esimerkki/ }).first()).toContainText('Hyväksytty')
  await expectAccessible(employer, 'the returns of an employer')

  const mail = await service.message('tilaukset@esimerkkikettinki.example', ({ subject }) =>
    subject.includes('palautetaan liikkeeseenne'),
  )
  const store = await phoneOf(browser, service)
  await store.goto(service.url + pathOf(mail))
  const chooser = store.waitForEvent('filechooser')
  await store.getByRole('button', { name: 'Lisää kuva' }).click()
  await (await chooser).setFiles({ name: 'pyora.png', mimeType: 'image/png', buffer: png })
  await expect(store.getByText('1 kuva lisätty')).toBeVisible()
  await store.getByRole('button', { name: 'Olemme vastaanottaneet pyörän' }).click()
  await expect(store.getByText('Pyörä on merkitty vastaanotetuksi')).toBeVisible()

  const staff = await signedIn(browser, service, 'internal@demo.example')
  await staff.goto(`${service.url}/admin/palautukset?step=RECEIVED&search=Veikko`)
  await staff.getByRole('button', { name: /Veikko Esimerkki/ }).click()
  await staff.getByRole('button', { name: 'Kirjaa tarkastus' }).click()
  await send(staff, 'Kirjaa tarkastus', async () => undefined)
  await expect(staff.getByText('Leasing on vielä käynnissä.')).toBeVisible()

  // Two looks of the jobs: one ends the leases, the next completes what has waited for it.
  await service.moveClock(after.toISOString())
  await service.moveClock(new Date(after.getTime() + 600_000).toISOString())

  const redeemed = await phoneOf(browser, service, 'onni.esimerkki@kaarna.example')
  await redeemed.goto(`${service.url}/mybike`)
  await expect(redeemed.getByRole('link', { name: 'Omistuksen siirto (PDF)' })).toBeVisible()
  await redeemed.getByRole('button', { name: 'Peruuta kauppa' }).click()
  await redeemed.getByRole('dialog').getByRole('button', { name: 'Peruuta kauppa' }).click()
  await expect(redeemed.getByText('Peruutit kaupan. Maksu palautetaan')).toBeVisible()
  await expectAccessible(redeemed, 'a withdrawn redemption')

  const returned = await phoneOf(browser, service, 'veikko.esimerkki@kaarna.example')
  await returned.goto(`${service.url}/mybike`)
  await expect(returned.getByText('Pyörä on palautettu, ja leasing on päättynyt.')).toBeVisible()
  await expect(returned.getByText('Palautusmaksun maksaa työnantajasi.')).toBeVisible()
  await expectAccessible(returned, 'a returned bike')
})
