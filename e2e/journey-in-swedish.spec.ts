import { byMouse } from './helpers/hands.ts'
import { linesWrittenTo, lockMonth, openBrowser, walk } from './helpers/journey.ts'
import { test as base, expect, testOn } from './helpers/support.ts'
import { expectSwedish, finnishAmong, wordsIn } from './helpers/words.ts'

// The clock moves on to the next month, which other journeys would meet.
const test = testOn(async () => undefined)

const t = wordsIn('sv')
const employer = { email: 'employer-c@demo.example', company: 'Esimerkki Saari Oy' }
const buyer = { first: 'Freja', last: 'Exempel', email: 'freja.exempel@saari.example' }

test('a payroll month is locked in Swedish', { tag: '@long' }, async ({ browser, service }) => {
  await lockMonth({ service, t }, byMouse(await openBrowser(browser, 'sv-FI'), expectSwedish), employer.email)
})

test('one bicycle in Swedish until it is ridden: each party hears that it is their turn, in no Finnish', {
  tag: '@long',
}, async ({ browser, service }) => {
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
      employer,
      buyer,
      lessor: 'laskut@rahoitus.example',
    },
    (title, body) => base.step(title, body),
  )
  for (const reader of [employer.email, buyer.email, '0407654321'])
    expect(finnishAmong(await linesWrittenTo(service, reader)), reader).toEqual([])
})
