import type { Browser } from '@playwright/test'
import { walks } from './form-walk/forms.ts'
import { nameOfWalk, walkForm } from './form-walk/walk.ts'
import { expect, type Service, signedIn, testOn } from './helpers/support.ts'

// It saves everywhere, which no other journey should meet.
const test = testOn(async () => undefined)
test.describe.configure({ timeout: 900_000 })

/** As many people at once as two cores draw pages for. */
const LANES = 3

async function faultsOf(browser: Browser, service: Service, who: string | undefined): Promise<string[]> {
  const page = who
    ? await signedIn(browser, service, who)
    : await (await browser.newContext({ locale: 'fi-FI', timezoneId: 'Europe/Helsinki' })).newPage()
  page.setDefaultTimeout(20_000)
  const found: string[] = []
  for (const one of walks.filter((each) => each.who === who)) {
    const fault = await walkForm(page, service, one)
    if (fault) found.push(`${nameOfWalk(one)}: ${fault}`)
  }
  await page.context().close()
  return found
}

test('every form is saved untouched, and then with a field changed or what it lacked filled in', {
  tag: '@long',
}, async ({ browser, service }) => {
  const waiting = [...new Set(walks.map(({ who }) => who))]
  const faults: string[] = []
  const lane = async () => {
    while (waiting.length > 0) faults.push(...(await faultsOf(browser, service, waiting.shift())))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  expect(faults).toEqual([])
})
