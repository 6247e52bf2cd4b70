// What a page's head asks for early is what its screen reads, so that nothing is fetched in vain; and what a page shows
// first waits for two answers one after the other at most: that of who asks, and one of those that are read then.
import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Route } from '@playwright/test'
import { expect, signedIn, test } from './helpers/support.ts'

/** What stands once a page shows what it is for. */
const row = 'main tbody td :is(a, button)'
const heading = 'main h1'
const pagesOf: Readonly<Record<string, readonly (readonly [address: string, stands: string])[]>> = {
  'employer@demo.example': [
    ['/tyonantaja', row],
    ['/tyonantaja/tilaus/$orderId', heading],
    ['/raportointi', 'main table td'],
    ['/yritys-asetukset', 'main [role=tabpanel] li time'],
  ],
  'employee@demo.example': [
    ['/mybike', heading],
    ['/kayttaja', heading],
    ['/bikeBrokerageService', heading],
  ],
  'internal@demo.example': [
    ['/admin', row],
    ['/admin/tehtavat', row],
    ['/admin/tilaukset', row],
    ['/admin/tilaukset/$orderId', heading],
    ['/admin/laskut', row],
  ],
}

/** No read for as long counts as all of them: the page then waits for answers. */
const QUIET_MS = 500
/** A page that asks for nothing by then stands already. */
const LONGEST_MS = 1_500

/** Holds a page's reads back, to let them through together once it asks for nothing more. */
async function holdReads(page: Page) {
  const held: Route[] = []
  let lastAt = Date.now()
  const hold = (route: Route) => {
    held.push(route)
    lastAt = Date.now()
  }
  await page.route('**/api/**', hold)
  return {
    async answerAll() {
      const until = Date.now() + LONGEST_MS
      lastAt = Date.now()
      while ((held.length === 0 && Date.now() < until) || Date.now() - lastAt < QUIET_MS) await pause(50)
      await Promise.all(held.splice(0).map((route) => route.continue()))
    },
    /** What is held goes on with it. */
    async leaveAlone() {
      await page.unroute('**/api/**', hold)
    },
  }
}

/** An address with the id of an order that the page's reader has, where it asks for one. */
async function filledIn(page: Page, url: string, address: string): Promise<string> {
  if (!address.includes('$orderId')) return url + address
  const { items } = await (await page.request.get(`${url}/api/orders/list-data?limit=1`)).json()
  return url + address.replace('$orderId', items[0].orderId)
}

for (const [email, pages] of Object.entries(pagesOf))
  test(`${email}: ${pages.map(([address]) => address).join(', ')} stand after two answers and read all they ask for early`, async ({
    browser,
    service,
  }) => {
    const page = await signedIn(browser, service, email)
    await page.addInitScript(() => {
      const real = window.fetch
      const asked: string[] = []
      Object.assign(window, { askedAddresses: asked })
      window.fetch = (input, init) => {
        asked.push(String(input instanceof Request ? input.url : input))
        return real(input, init)
      }
    })
    for (const [address, stands] of pages) {
      const url = await filledIn(page, service.url, address)
      const reads = await holdReads(page)
      await page.goto(url, { waitUntil: 'commit' })
      await reads.answerAll()
      await reads.answerAll()
      await expect(page.locator(stands).first(), address).toBeVisible()
      await reads.leaveAlone()
      const early = await page
        .locator('link[rel=preload][as=fetch]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      expect(early, address).toContain('/api/user')
      const left = () =>
        page.evaluate((wanted) => {
          const askedAddresses: string[] = Reflect.get(window, 'askedAddresses')
          return wanted.filter((one) => !askedAddresses.includes(one ?? ''))
        }, early)
      await expect.poll(left, address).toEqual([])
    }
    await page.context().close()
  })
