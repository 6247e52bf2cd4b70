import { byMouse, type Hand } from '../helpers/hands.ts'
import { type Journey, linesWrittenTo, openBrowser, ownPassword, signInAgain, walk } from '../helpers/journey.ts'
import { test as base, expect, expectAccessible, type OutboxItem, pathOf, testOn } from '../helpers/support.ts'
import { expectSwedish, finnishAmong, wordsIn } from '../helpers/words.ts'

// The clock moves on by years.
const test = testOn(async () => undefined)

const lives = [
  {
    language: 'fi',
    employer: { email: 'employer@demo.example', company: 'Esimerkki Kaarna Oy' },
    buyer: { first: 'Elina', last: 'Elinkaari', email: 'elina.elinkaari@kaarna.example' },
    look: async () => undefined,
  },
  {
    language: 'sv',
    employer: { email: 'employer-c@demo.example', company: 'Esimerkki Saari Oy' },
    buyer: { first: 'Linnea', last: 'Livslang', email: 'linnea.livslang@saari.example' },
    look: expectSwedish,
  },
] as const

/** A message of whatever subject fits, sent since an instant; heads of the lease are subjects too. */
async function messageSince({ service, t, buyer }: Journey, since: string, keys: readonly string[]) {
  const subjects = keys.map((key) => new RegExp(t.like(key).source.replace(/\$$/, '([:–] ?.+| – .+)?$')))
  return service.message(
    buyer.email,
    (item: OutboxItem & { createdAt?: string }) =>
      (item.createdAt ?? '') >= since && subjects.some((subject) => subject.test(item.subject)),
  )
}

/** Half a year at a time, then two looks of the jobs at the day: what the first one brings about, the second one tells. */
async function passTo({ service }: Journey, day: Date) {
  const STEP_MS = 183 * 86_400_000
  for (let at = Date.parse(await service.now()) + STEP_MS; at < day.getTime(); at += STEP_MS)
    await service.moveClock(new Date(at).toISOString())
  for (const later of [0, 600_000]) await service.moveClock(new Date(day.getTime() + later).toISOString())
}

const dayAfter = (day: string, days: number) => new Date(Date.parse(`${day}T08:00:00Z`) + days * 86_400_000)

/** The last day of the lease, as its person reads it. */
async function lastDay({ service, people }: Journey): Promise<string> {
  const read = async (path: string) => (await people.employee.page.request.get(service.url + path)).json()
  const { items } = (await read('/api/orders/list-data?limit=5')) as { items: { orderId: string }[] }
  const order = (await read(`/api/orders/${items[0]!.orderId}`)) as { agreement: { endDay: string } }
  return order.agreement.endDay
}

/** Opens the link of a message as somebody whose session is over by then. */
async function reopen(journey: Journey, hand: Hand, item: OutboxItem) {
  await signInAgain(journey, hand, journey.buyer.email, ownPassword)
  await hand.open(journey.service.url + pathOf(item))
}

/** From the message that the lease ends to the receipt of what the bicycle costs, and to the lessor's turn. */
async function buyAtTheEnd(journey: Journey) {
  const { service, t, people, buyer } = journey
  const { employee } = people
  const end = await lastDay(journey)

  const beforeEnd = await service.now()
  await passTo(journey, dayAfter(end, -20))
  const ends = await messageSince(journey, beforeEnd, [
    'redemptions:notice.ends.subject',
    'lease-story:situations.endChoose.title',
  ])
  await reopen(journey, employee, ends)
  await employee.press('link', t('lease-story:act.CHOOSE'))
  await employee.press('button', t('life-events:act.REDEEM'))
  const offer = await messageSince(journey, beforeEnd, [
    'redemptions:notice.offered.subject',
    'lease-story:situations.buyOutAnswer.title',
  ])
  await employee.open(service.url + pathOf(offer))
  await employee.tick(t('redemptions:own.read'))
  await expectAccessible(employee.page, 'an offer at the end of the lease')
  await employee.press('button', t('redemptions:own.accept'))

  const bill = await service.message(buyer.email, ({ links }) => links.some((link) => link.includes('/maksu/')))
  await employee.open(service.url + pathOf(bill))
  await employee.press('button', t('payments:page.online'))
  await employee.page.getByRole('link', { name: 'Maksu onnistuu' }).click()
  await employee.arrives(t.like('payments:page.title.PAID'))
  await messageSince(journey, beforeEnd, ['notifications:receipt.payment.subject'])

  // The bicycle is handed over by title once the lessor's invoice is there: it is asked for by a message with a link.
  const asked = await service.message(journey.lessor, ({ subject }) =>
    wordsIn('fi').like('redemptions:mail.closing.subject').test(subject),
  )
  expect(pathOf(asked)).toMatch(/^\/rahoittaja\//)
}

for (const { language, employer, buyer, look } of lives)
  test(`a bicycle from the application to the paid buy-out at the end, each step found by its message alone (${language})`, {
    tag: '@long',
  }, async ({ browser, service }) => {
    test.setTimeout(900_000)
    const t = wordsIn(language)
    const hand = async (viewport?: { width: number; height: number }) =>
      byMouse(await openBrowser(browser, `${language}-FI`, viewport), look)
    const phone = { width: 390, height: 844 }
    const people = {
      employer: await hand(),
      employee: await hand(phone),
      staff: await hand(),
      store: await hand(phone),
    }
    const journey: Journey = { service, t, people, employer, buyer, lessor: 'laskut@rahoitus.example' }
    await walk(journey, (title, body) => base.step(title, body))
    await base.step('the lease ends, and the person buys the bicycle', () => buyAtTheEnd(journey))
    const written = await linesWrittenTo(service, buyer.email)
    console.log(`${language}: ${written.length} lines written to the buyer`)
    if (language === 'sv') expect(finnishAmong(written)).toEqual([])
  })
