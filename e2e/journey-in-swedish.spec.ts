import { byMouse } from './hands.ts'
import { openBrowser, walk } from './journey.ts'
import { test as base, testOn } from './support.ts'
import { expectSwedish, wordsIn } from './words.ts'

// The clock moves on to the next month, which other journeys would meet.
const test = testOn(async () => undefined)

test('one bicycle in Swedish until it is ridden: each party hears that it is their turn', async ({
  browser,
  service,
}) => {
  const t = wordsIn('sv')
  const hand = async (viewport?: { width: number; height: number }) =>
    byMouse(await openBrowser(browser, 'sv-FI', viewport), expectSwedish)
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
      employer: { email: 'employer-c@demo.example', company: 'Esimerkki Saari Oy' },
      buyer: { first: 'Freja', last: 'Exempel', email: 'freja.exempel@saari.example' },
      lessor: 'laskut@rahoitus.example',
    },
    (title, body) => base.step(title, body),
  )
})
