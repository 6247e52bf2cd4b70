// What a page's head asks for early is what its screen reads, so that nothing is fetched in vain.
import { expect, signedIn, test } from './support.ts'

const pagesOf = {
  'employer@demo.example': ['/tyonantaja', '/raportointi'],
  'employee@demo.example': ['/mybike'],
  'internal@demo.example': ['/admin', '/admin/tehtavat', '/admin/tilaukset', '/admin/laskut'],
}

for (const [email, addresses] of Object.entries(pagesOf))
  test(`${email} reads all that ${addresses.join(', ')} ask for early`, async ({ browser, service }) => {
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
    for (const address of addresses) {
      await page.goto(service.url + address)
      const early = await page
        .locator('link[rel=preload][as=fetch]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      expect(early.length, address).toBeGreaterThan(1)
      const left = () =>
        page.evaluate((wanted) => {
          const { askedAddresses } = window as unknown as { askedAddresses: string[] }
          return wanted.filter((one) => !askedAddresses.includes(one ?? ''))
        }, early)
      await expect.poll(left, address).toEqual([])
    }
    await page.context().close()
  })
