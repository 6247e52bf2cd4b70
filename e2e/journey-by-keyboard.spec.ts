import type { Browser } from '@playwright/test'
import { lockMonth, openBrowser, walk } from './journey.ts'
import { byKeyboard } from './keyboard-hand.ts'
import { test as base, testOn } from './support.ts'
import { wordsIn } from './words.ts'

// The clock moves on to the next month, which other journeys would meet.
const test = testOn(async () => undefined)

const t = wordsIn('fi')
const hand = async (browser: Browser, viewport?: { width: number; height: number }) =>
  byKeyboard(await openBrowser(browser, 'fi-FI', viewport), t('platform:shell.skip'))

test('a payroll month is locked by keyboard alone, and its new state is told', async ({ browser, service }) => {
  await lockMonth({ service, t }, await hand(browser), 'employer-d@demo.example')
})

test('one bicycle until it is ridden, by keyboard alone: every stop is named and seen, and no act loses the focus', async ({
  browser,
  service,
}) => {
  const phone = { width: 390, height: 844 }
  const people = {
    employer: await hand(browser),
    employee: await hand(browser, phone),
    staff: await hand(browser),
    store: await hand(browser, phone),
  }
  await walk(
    {
      service,
      t,
      people,
      employer: { email: 'employer@demo.example', company: 'Esimerkki Kaarna Oy' },
      buyer: { first: 'Kielo', last: 'Esimerkki', email: 'kielo.esimerkki@kaarna.example' },
      lessor: 'laskut@rahoitus.example',
    },
    (title, body) => base.step(title, body),
  )
})
