import { openBrowser, walk } from './journey.ts'
import { byKeyboard } from './keyboard-hand.ts'
import { test as base, testOn } from './support.ts'
import { wordsIn } from './words.ts'

// The clock moves on to the next month, which other journeys would meet.
const test = testOn(async () => undefined)

test('one bicycle until it is ridden, by keyboard alone: every stop is named and seen, and no act loses the focus', async ({
  browser,
  service,
}) => {
  const t = wordsIn('fi')
  const hand = async (viewport?: { width: number; height: number }) =>
    byKeyboard(await openBrowser(browser, 'fi-FI', viewport), t('platform:shell.skip'))
  const people = {
    employer: await hand(),
    employee: await hand({ width: 390, height: 844 }),
    staff: await hand(),
    store: await hand({ width: 390, height: 844 }),
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
