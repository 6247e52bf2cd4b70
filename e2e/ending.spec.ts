import type { Browser, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  openPhone,
  pathOf,
  type Service,
  signedIn,
  signIn,
  testOn,
} from './helpers/support.ts'

// These journeys move the clock by months, so no other journey meets their services.
const test = testOn(async () => undefined)
const redeeming = testOn(async () => undefined)

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A phone, of somebody signed in or of a store with a link. */
async function phoneOf(browser: Browser, service: Service, email?: string): Promise<Page> {
  const page = await openPhone(browser)
  if (email) {
    await signIn(page, service, email)
    await page.goto(`${service.url}/mybike`)
  }
  return page
}

/** Reads and writes as the page's own person, for what a journey begins with. */
function callsOf(page: Page, service: Service) {
  let calls = 0
  const send = async <T>(method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object): Promise<T> => {
    calls += 1
    const reply = await page.request.fetch(service.url + path, {
      method,
      headers: { origin: service.url, 'idempotency-key': `ending-journey-${path.length}-${calls}` },
      ...(data ? { data } : {}),
    })
    expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
    return (await reply.json()) as T
  }
  return {
    get: async <T>(path: string) => (await (await page.request.get(service.url + path)).json()) as T,
    post: <T>(path: string, data: object) => send<T>('POST', path, data),
    put: <T>(path: string, data: object) => send<T>('PUT', path, data),
    remove: <T>(path: string) => send<T>('DELETE', path),
  }
}

/** Fills the dialog that is open and sends it. */
async function send(page: Page, name: string, fill?: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) {
  const dialog = page.getByRole('dialog')
  await fill?.(dialog)
  await dialog.getByRole('button', { name, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

test('a delivered bike is cancelled and settled with three payers to zero', async ({ browser, service }) => {
  // The demo's own case of a bike that the store has been paid for is taken back, so that the journey begins with the order.
  const superAdmin = await signedIn(browser, service, 'super@demo.example')
  const before = await callsOf(superAdmin, service).get<{
    items: { orderCancellationId: string; orderId: string; version: number }[]
  }>('/api/order-cancellations?search=Hugo')
  const { orderCancellationId, orderId, version } = before.items[0]!
  await callsOf(superAdmin, service).remove(`/api/order-cancellations/${orderCancellationId}?version=${version}`)

  const buyer = await phoneOf(browser, service, 'hugo.esimerkki@kaarna.example')
  await buyer.getByRole('button', { name: 'Pyydä peruutusta' }).click()
  await send(buyer, 'Pyydä peruutusta', (dialog) => dialog.getByLabel('Miksi').fill('Rungossa on särö'))
  await expect(buyer.getByText('Pyysit tilauksen peruutusta')).toBeVisible()

  const staff = await signedIn(browser, service, 'internal@demo.example')
  const { get } = callsOf(staff, service)
  await staff.goto(`${service.url}/admin/tilaukset/${orderId}`)
  await expect(staff.getByText('Rungossa on särö').first()).toBeVisible()
  await staff.getByRole('button', { name: 'Peru vahvistettu tilaus' }).click()
  await send(staff, 'Peru vahvistettu tilaus', async (dialog) => {
    await dialog.getByLabel('Syy', { exact: true }).selectOption('Pyörässä on vika')
    await dialog.getByLabel('Syy omin sanoin').fill('Valmistusvirhe rungossa')
    await dialog.getByLabel('Missä pyörä on').selectOption('Työntekijällä')
  })
  await expect(staff.getByRole('button', { name: 'Merkitse valmiiksi' })).toBeDisabled()
  await expect(staff.getByText('Rivi on auki').first()).toBeVisible()

  const mail = await service.message('tilaukset@esimerkkikettinki.example', ({ subject }) =>
    subject.includes('palautettavaa'),
  )
  const store = await phoneOf(browser, service)
  await store.goto(service.url + pathOf(mail))
  await store.getByLabel('Hyvityslaskun numero').fill('HY-77')
  await store.getByRole('button', { name: 'Olemme palauttaneet maksun' }).click()
  await expect(store.getByText('Odotamme sitä tilillemme')).toBeVisible()
  await expectAccessible(store, 'the page on which a store tells of its refund')

  // The buyer had paid 100 € and the lessor the rest, outside the service.
  await staff.reload()
  await staff.getByRole('button', { name: 'Lisää rivi' }).click()
  await send(staff, 'Lisää rivi', async (dialog) => {
    await dialog.getByRole('button', { name: 'Toinen rivi' }).click()
    for (const [place, payer, sum] of [
      [1, 'Työntekijä', '100'],
      [2, 'Grenkeleasing Oy', '1190'],
    ] as const) {
      const line = dialog.getByRole('group', { name: `Rivi ${place}` })
      await line.getByLabel('Maksaja', { exact: true }).selectOption(payer)
      await line.getByText('Meiltä', { exact: true }).click()
      await line.getByLabel('Summa').fill(sum)
    }
  })
  await staff.getByRole('button', { name: 'Kirjaa liikkeen hyvityslasku' }).click()
  await send(staff, 'Kirjaa liikkeen hyvityslasku', async (dialog) => {
    await dialog.getByLabel('Hyvityslaskun numero').fill('HY-77')
    await dialog.getByLabel('Laskun päivä').fill((await service.now()).slice(0, 10).split('-').reverse().join('.'))
  })
  const settles = staff.getByRole('button', { name: /^Kirjaa selvitetyksi/ })
  for (const left of [2, 1, 0]) {
    await settles.first().click()
    await send(staff, 'Kirjaa rivi selvitetyksi')
    await expect(settles).toHaveCount(left)
  }
  await staff.getByRole('button', { name: 'Päivitä pyörän paikka ja muistio' }).click()
  await send(staff, 'Tallenna', async (dialog) => {
    await dialog.getByLabel('Missä pyörä on').selectOption('Liikkeessä')
  })
  await expectAccessible(staff, 'a cancellation with nothing open')
  await staff.getByRole('button', { name: 'Merkitse valmiiksi' }).click()
  await staff
    .getByRole('dialog', { name: 'Merkitse valmiiksi' })
    .getByRole('button', { name: 'Merkitse valmiiksi' })
    .click()
  await expect(staff.getByRole('link', { name: 'Avaa erittely (PDF)' })).toBeVisible()
  const cases = await get<{ items: { toUs: number; fromUs: number; status: string; openLines: number }[] }>(
    '/api/order-cancellations?search=Hugo',
  )
  expect(cases.items[0]).toMatchObject({ status: 'COMPLETED', toUs: 1290, fromUs: 1290, openLines: 0 })

  await buyer.reload()
  await expect(buyer.getByText('Peruutus on valmis, ja maksut on selvitetty.')).toBeVisible()
  await expect(buyer.getByText('100,00 €').first()).toBeVisible()
  await expect(buyer.getByText('HY-77')).toHaveCount(0)
  // A reload keeps the place, where the button to the top may stand on a link that scrolling on sets free.
  await buyer.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expectAccessible(buyer, 'a cancelled order as its buyer sees it')
})

/** The second of the month after the one in which a lease that is ended now ends. */
async function afterTheEnd(service: Service): Promise<Date> {
  const today = await service.now()
  const later = Number(today.slice(8, 10)) > 20 ? 1 : 0
  return new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) + later, 2, 8))
}

/** Two looks of the jobs: one ends the leases, the next completes what has waited for it. */
async function passTo(service: Service, day: Date): Promise<void> {
  await service.moveClock(day.toISOString())
  await service.moveClock(new Date(day.getTime() + 600_000).toISOString())
}

test('a bike is returned after a dismissal: the employer asks, the store receives, staff inspect', {
  tag: '@long',
}, async ({ browser, service }) => {
  const person = 'veikko.esimerkki@kaarna.example'
  const after = await afterTheEnd(service)
  const employer = await signedIn(browser, service, 'employer@demo.example')
  const { get, put, post } = callsOf(employer, service)
  // Nobody returns a bicycle that is said to be stolen: the person calls the demo's own claim off first.
  const finder = await phoneOf(browser, service, person)
  const ofPerson = callsOf(finder, service)
  const claims = await ofPerson.get<{ items: { insuranceId: string; version: number; step: string }[] }>(
    '/api/insurance-claims',
  )
  for (const { insuranceId, version } of claims.items.filter(({ step }) => step === 'OPEN'))
    await ofPerson.post(`/api/insurance-claims/${insuranceId}/steps`, { step: 'cancel', version })
  // The demo's own request, where it still waits, is refused, and the employer has said when the employment ends.
  const open = await get<{ items: { id: string; version: number }[] }>('/api/bike-returns?search=Veikko&step=REQUESTED')
  for (const { id, version } of open.items)
    await put(`/api/bike-returns/${id}`, { step: 'refuse', version, reason: 'Työsuhde päättyy' })
  const people = await get<{ employees: { beneficiaryEmployeeId: string }[] }>(
    '/api/beneficiary-employee/employeesOptimizedList?search=Veikko%20Esimerkki',
  )
  await post(`/api/beneficiary-employee/${people.employees[0]!.beneficiaryEmployeeId}/update`, {
    lastWorkingDayDate: after.toISOString().slice(0, 10),
  })

  await employer.goto(`${service.url}/tyonantaja/palautukset`)
  await employer.getByRole('button', { name: 'Aloita palautus' }).click()
  await send(employer, 'Aloita palautus', async (dialog) => {
    await dialog.getByLabel('Työntekijä').fill('Veikko')
    await employer.getByRole('option', { name: /Veikko/ }).click()
  })
  await expect(employer.getByRole('row', { name: /Veikko/ }).first()).toContainText('Hyväksytty')
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
  await staff.goto(`${service.url}/admin/palautukset?search=Veikko`)
  await staff
    .getByRole('row', { name: /Vastaanotettu/ })
    .getByRole('button', { name: /Veikko/ })
    .click()
  await staff.getByRole('button', { name: 'Kirjaa tarkastus' }).click()
  await send(staff, 'Kirjaa tarkastus')
  await expect(staff.getByText('Leasing on vielä käynnissä.')).toBeVisible()

  await passTo(service, after)
  const returned = await phoneOf(browser, service, person)
  await expect(returned.getByText('Pyörä on palautettu, ja leasing on päättynyt.')).toBeVisible()
  await expect(returned.getByText('Palautusmaksun maksaa työnantajasi.')).toBeVisible()
  await expectAccessible(returned, 'a returned bike')
})

redeeming(
  'a person redeems early with an online payment, and withdraws',
  { tag: '@long' },
  async ({ browser, service }) => {
    const person = 'bertta.esimerkki@tuohi.example'
    const page = await phoneOf(browser, service, person)
    const { get, put } = callsOf(page, service)
    // The demo's own bill, where it still stands, is called off, so that the journey begins with the price.
    const { items } = await get<{ items: { id: string; version: number; status: string }[] }>('/api/bike-redemption')
    for (const { id, version } of items.filter(({ status }) => status === 'PENDING'))
      await put(`/api/bike-redemption/${id}`, { step: 'cancel', version })
    await page.reload()
    await page.getByRole('button', { name: /^Osta omaksi/ }).click()
    await page.getByRole('button', { name: 'Lunasta', exact: true }).click()
    await send(page, 'Lunasta')
    await page.getByRole('checkbox', { name: /Olen lukenut tiedot/ }).check()
    await expectAccessible(page, 'an offer to redeem')
    await page.getByRole('button', { name: 'Hyväksy ja siirry maksamaan' }).click()
    await page.getByRole('link', { name: 'Maksa', exact: true }).first().click()
    await page.getByRole('button', { name: 'Maksa verkossa' }).click()
    await page.getByRole('link', { name: 'Maksu onnistuu' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('on maksettu')

    await passTo(service, await afterTheEnd(service))
    const owner = await phoneOf(browser, service, person)
    await expect(owner.getByRole('link', { name: 'Omistuksen siirto (PDF)' })).toBeVisible()
    await owner.getByRole('button', { name: 'Peruuta kauppa' }).click()
    await send(owner, 'Peruuta kauppa')
    await expect(owner.getByText('Peruutit kaupan. Sovimme kanssasi')).toBeVisible()
    await expectAccessible(owner, 'a withdrawn redemption')
  },
)
