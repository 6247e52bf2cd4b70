import type { Page } from '@playwright/test'
import { expect, settled, signedIn, testOn } from './helpers/support.ts'

// What it writes stands on everybody's pages, so it has a service of its own.
const test = testOn(async () => undefined)

const image = '<img src=x onerror="window.__ran=1">'
const script = '"><script>window.__ran=1</script>'
const template = '{{7*7}} $t(form.leave) <b>#{7*7}</b>'
const link = 'javascript:window.__ran=1'

/** Calls the API as the page does, with its session; tells what was answered. */
async function send(page: Page, method: string, path: string, body?: object) {
  return await page.evaluate(
    async ([how, where, what]) => {
      const reply = await fetch(where!, {
        method: how!,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        ...(what ? { body: what } : {}),
      })
      return { status: reply.status, body: await reply.json() }
    },
    [method, path, body && JSON.stringify(body)] as const,
  )
}

/** Collects whatever would say that a text was taken for something else. */
async function watch(page: Page, faults: string[]) {
  page.setDefaultTimeout(15_000)
  await page.context().addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  page.on('pageerror', (error) => faults.push(`${page.url()} throws ${error.message}`))
  page.on('dialog', (dialog) => {
    faults.push(`${page.url()} opens ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`${page.url()} logs ${message.text()}`)
  })
}

async function look(page: Page, faults: string[], address: string) {
  await page.goto(address)
  await settled(page)
  const opener = page.locator('tbody tr > td button').first()
  if (await opener.isVisible()) {
    await opener.click()
    await settled(page)
  }
  const found = await page.evaluate(() => ({
    ran: '__ran' in window,
    made: document.querySelectorAll('img[onerror], img[src="x"], main script, [href^="javascript:" i]').length,
  }))
  if (found.ran || found.made > 0) faults.push(`${address} ${JSON.stringify(found)}`)
}

test('what people write is shown as they wrote it, and nothing of it runs', { tag: '@long' }, async ({
  browser,
  service,
}) => {
  const faults: string[] = []
  const boss = await signedIn(browser, service, 'super@demo.example')
  await watch(boss, faults)
  await boss.goto(`${service.url}/admin`)
  await settled(boss)
  const made = async (method: string, path: string, body: object) => {
    const { status, body: reply } = await send(boss, method, path, body)
    expect(status, `${path} ${JSON.stringify(reply)}`).toBeLessThan(300)
    return reply
  }
  const store = await made('POST', '/api/bike-stores', {
    storeName: ` ${script}`,
    email: 'store@example.example',
    city: image,
    streetAddress: template,
  })
  const refused = await send(boss, 'PUT', `/api/bike-stores/${store.bikeStore.bikeStoreId}`, {
    storeName: script,
    email: 'store@example.example',
    website: link,
  })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  const { items: orders } = (await send(boss, 'GET', '/api/orders/list-data?orderStatus=PENDING')).body
  const order = (await send(boss, 'GET', `/api/orders/${orders[0].orderId}`)).body
  await made('POST', `/api/orders/${order.orderId}/notes`, { text: `${image} ${script} ${template} ${link}` })
  const wanted = {
    bikeStoreId: store.bikeStore.bikeStoreId,
    isOnlineOrder: false,
    version: order.version,
    package: {
      brand: image,
      model: script,
      kind: 'OTHER',
      colour: template,
      bikePrice: 1000,
      accessories: [{ name: `${image}${template}`, price: 20 }],
    },
  }
  const company = (await send(boss, 'GET', `/api/companies/${order.companyId}`)).body
  await made('PUT', `/api/companies/${order.companyId}`, { name: `Yritys ${image}`, version: company.version })
  await made('POST', '/api/company-unit', { companyId: order.companyId, unit: `${script}${template}` })
  await made('POST', '/api/contact-forms', {
    role: 'OTHER',
    name: image,
    email: 'kysyja@example.example',
    company: script,
    message: `${template} ${link} ${script}`,
  })
  await made('PUT', `/api/orders/${order.orderId}/package`, wanted)
  const own = (await send(boss, 'GET', '/api/user/details')).body
  const named = (firstName: string, lastName: string) => ({
    firstName,
    lastName,
    workEmail: own.workEmail,
    language: 'fi',
    version: own.version,
  })
  // Names stand in subjects of mails and in addresses, so they hold no sign of markup, of an address or of a domain.
  for (const text of [image, script, link, template])
    expect((await send(boss, 'PUT', '/api/user/details', named(text, text))).status).toBe(400)
  await made('PUT', '/api/user/details', named('{{7*7}} $t(save)', '%3Cscript%3E &lt;b&gt; #{7*7}'))
  const bad = { ...wanted, package: { ...wanted.package, productLink: link } }
  expect((await send(boss, 'PUT', `/api/orders/${order.orderId}/package`, bad)).status).toBeGreaterThanOrEqual(400)
  faults.length = 0

  for (const address of [
    '/admin',
    '/admin/tilaukset',
    `/admin/tilaukset/${order.orderId}`,
    '/admin/yritykset',
    '/admin/liikkeet',
    '/admin/contact-forms',
    '/admin/kayttajat',
    '/admin/tapahtumat',
    '/admin/lahetykset',
    '/admin/laskut',
    '/admin/raportointi',
  ])
    await look(boss, faults, service.url + address)
  await boss.goto(`${service.url}/admin/liikkeet?q=script`)
  await expect(boss.getByText(script.trim()).first()).toBeVisible()
  await boss.goto(`${service.url}/admin/tilaukset/${order.orderId}`)
  await expect(boss.getByText(template).first()).toBeVisible()

  const employer = await signedIn(browser, service, 'employer@demo.example')
  await watch(employer, faults)
  for (const address of [
    '/tyonantaja',
    '/tyonantaja?tab=manage',
    `/tyonantaja/tilaus/${order.orderId}`,
    '/yritys-asetukset',
    '/yritys-asetukset?osio=units',
    '/raportointi',
    '/kayttaja',
  ])
    await look(employer, faults, service.url + address)
  await employer.goto(`${service.url}/yritys-asetukset?osio=units`)
  await expect(employer.getByText(template).or(employer.locator(`input[value*="7*7"]`)).first()).toBeVisible()
  expect(faults).toEqual([])
})
