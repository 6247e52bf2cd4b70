import type { Page } from '@playwright/test'
import { byMouse, type Hand } from '../helpers/hands.ts'
import { openBrowser, walk } from '../helpers/journey.ts'
import {
  test as base,
  expect,
  expectAccessible,
  type OutboxItem,
  pathOf,
  type Service,
  settled,
  signIn,
  testOn,
} from '../helpers/support.ts'
import { wordsIn } from '../helpers/words.ts'

/** The clock moves on by more than a year. */
const test = testOn(async () => undefined)

const employer = { email: 'employer@demo.example', company: 'Esimerkki Kaarna Oy' }
const buyer = { first: 'Taimi', last: 'Vuosimalli', email: 'taimi.vuosimalli@kaarna.example' }
const shop = 'tilaukset@esimerkkikettinki.example'
const staffEmail = 'internal@demo.example'
const ownPassword = 'Tuulta päin mäkeen'
const parties = ['employer', 'employee', 'staff', 'store'] as const
type Party = (typeof parties)[number]
type People = Record<Party, Hand>

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A hand whose inputs are counted: a field that is filled, or a press. */
function counted(hand: Hand, count: () => void): Hand {
  return {
    ...hand,
    press: (...of) => hand.press(...of).then(count),
    type: (...of) => hand.type(...of).then(count),
    choose: (...of) => hand.choose(...of).then(count),
    tick: (...of) => hand.tick(...of).then(count),
  }
}

interface Year {
  readonly service: Service
  readonly people: People
  readonly orderId: string
  /** The store's one link to the bicycle. */
  readonly link: string
}

/** What the page of a party says: its own title, and those of its parts. */
async function titles(page: Page) {
  await settled(page)
  const texts = async (level: number) => page.getByRole('heading', { level }).allInnerTexts()
  return { says: (await texts(1))[0]!, parts: await texts(2) }
}

/** Moves the clock to the first of a month so many months later, and lets everybody in again. */
async function monthsLater({ service, people }: Year, months: number) {
  const now = new Date(await service.now())
  const at = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 2, 8)
  for (const time of [at, at + 600_000]) await service.moveClock(new Date(time).toISOString())
  await enter(service, people.staff, staffEmail)
  await enter(service, people.employee, buyer.email, ownPassword)
}

async function enter(service: Service, { page }: Hand, email: string, secret?: string) {
  await page.context().clearCookies()
  await signIn(page, service, email, secret)
}

/** The link of the newest mail to the store: it is the one that it has had from the beginning. */
async function sameLink({ service, link }: Year, subject: RegExp) {
  const mail = await service.message(shop, (item) => subject.test(item.subject))
  expect(pathOf(mail)).toBe(link)
}

async function serve(year: Year, { work, total, number }: Record<'work' | 'total' | 'number', string>) {
  const { service, people, link } = year
  const { employee, store } = people
  await employee.open(`${service.url}/mybike`)
  await employee.press('button', /^Huolto/)
  await employee.press('button', 'Tee huoltoseteli')
  const code = await employee.page.getByText(/^[A-Z2-9]{4} [A-Z2-9]{4}$/).innerText()
  await store.open(`${service.url}/huolto/${code.replace(' ', '')}`)
  await store.type('Liikkeen sähköposti tai Y-tunnus', '9870005-5')
  await store.press('button', 'Ota seteli')
  await store.page.getByText(/^Lähetimme linkin osoitteeseen/).waitFor()
  await sameLink(year, /^Huoltoseteli: /)
  await store.open(service.url + link)
  await store.arrives('Laskuta huolto')
  await store.type('Mitä tehtiin', work)
  await store.type('Summa, sis. alv', total)
  await store.type('Laskun numero', number)
  await store.press('button', 'Lähetä lasku')
  await store.arrives('Kuitti')
}

async function repair(year: Year) {
  const { service, people, link } = year
  const { employee, staff, store } = people
  await employee.open(`${service.url}/mybike`)
  await employee.press('button', /^Vahinko tai varkaus/)
  await employee.press('button', 'Ilmoita vahinko tai varkaus')
  await employee.choose('Mitä tapahtui?', 'Vahinko')
  await employee.press('button', 'Aloita ilmoitus')
  await employee.arrives('Vahinko')
  await employee.type('Tapahtumapäivä', (await service.now()).slice(0, 10))
  await employee.type('Paikka', 'Työpaikan pyöräteline')
  await employee.type('Mitä tapahtui', 'Auto peruutti pyörän päälle, ja takakiekko vääntyi.')
  await employee.press('button', 'Tallenna tiedot')
  const chooser = employee.page.waitForEvent('filechooser')
  await employee.press('button', /kuva/i)
  await (await chooser).setFiles({ name: 'kiekko.png', mimeType: 'image/png', buffer: png })
  await employee.page.getByText('Tiedot ovat koossa.').waitFor()

  await staff.open(`${service.url}/admin/vakuutustapaukset?search=${buyer.last}`)
  await staff.press('button', new RegExp(buyer.first))
  const step = async (name: string, fill: () => Promise<void>) => {
    await staff.press('button', name)
    await fill()
    await staff.press('button', name, 'dialog')
    await expect(staff.page.getByRole('dialog')).toHaveCount(0)
  }
  await step('Merkitse lähetetyksi vakuutusyhtiöön', () => staff.type('Vakuutusyhtiön tunnus', 'VK-2027-1', 'dialog'))
  await step('Kirjaa korvauspäätös', () => staff.type('Korvaus', '300', 'dialog'))
  await step('Lähetä korjaamolle', async () => {
    await staff.choose('Korjaamo', /Esimerkki Kettinki/)
    await staff.type('Korjauksen yläraja', '300', 'dialog')
  })
  await sameLink(year, /korja/i)
  await store.open(service.url + link)
  await store.type('Laskun numero', 'KOR-1')
  await store.type('Laskun summa, sis. alv', '240')
  await store.press('button', 'Pyörä on korjattu')
  await store.page.getByText('Korjaus on hoidettu').waitFor()

  const isBill = ({ subject, links }: OutboxItem) => /^Lasku /.test(subject) && links.join().includes('/maksu/')
  await employee.open(service.url + pathOf(await service.message(buyer.email, isBill)))
  await employee.press('button', 'Maksa verkossa')
  await employee.press('link', 'Maksu onnistuu')
  await employee.arrives(/on maksettu/)
}

const day = (at: Date) => at.toISOString().slice(0, 10)

/** The employment ends with the month; the employer asks for the bicycle, and the person brings it to the store. */
async function bring(year: Year) {
  const { service, people, link } = year
  const { employer: hr, store } = people
  await enter(service, hr, employer.email)
  const calls = hr.page.request
  const search = '/api/beneficiary-employee/employeesOptimizedList?search=Vuosimalli'
  const { employees } = await (await calls.get(service.url + search)).json()
  const now = new Date(await service.now())
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0))
  const path = `/api/beneficiary-employee/${employees[0].beneficiaryEmployeeId}/update`
  const headers = { origin: service.url, 'idempotency-key': crypto.randomUUID() }
  const left = await calls.post(service.url + path, { headers, data: { lastWorkingDayDate: day(last) } })
  expect(left.ok(), await left.text()).toBe(true)
  await hr.open(`${service.url}/tyonantaja/palautukset`)
  await hr.press('button', 'Aloita palautus')
  const dialog = hr.page.getByRole('dialog')
  await dialog.getByLabel('Työntekijä').fill(buyer.last)
  await hr.page.getByRole('option', { name: new RegExp(buyer.last) }).click()
  await hr.press('button', 'Aloita palautus', 'dialog')
  await expect(dialog).toHaveCount(0)
  await sameLink(year, /palautetaan liikkeeseenne/)
  await store.open(service.url + link)
  const chooser = store.page.waitForEvent('filechooser')
  await store.press('button', 'Lisää kuva')
  await (await chooser).setFiles({ name: 'pyora.png', mimeType: 'image/png', buffer: png })
  await store.page.getByText('1 kuva lisätty').waitFor()
  await store.press('button', 'Olemme vastaanottaneet pyörän')
  await store.page.getByText('Pyörä on merkitty vastaanotetuksi').waitFor()
}

/** Staff inspect what came back, and the lease ends with its month. */
async function inspect(year: Year) {
  const { service, people } = year
  const { staff } = people
  await staff.open(`${service.url}/admin/palautukset?search=${buyer.last}`)
  await staff.press('button', new RegExp(buyer.last))
  await staff.press('button', 'Kirjaa tarkastus')
  await staff.press('button', 'Kirjaa tarkastus', 'dialog')
  await staff.page.getByText('Leasing on vielä käynnissä.').waitFor()
  await monthsLater(year, 1)
}

test('a year of one bicycle, from the hand-over by two services and a repair to its return, as store, employee and staff see it @long', async ({
  browser,
  service,
}) => {
  test.setTimeout(600_000)
  const inputs: Record<Party, number> = { employer: 0, employee: 0, staff: 0, store: 0 }
  const hand = async (party: Party, viewport?: { width: number; height: number }) =>
    counted(byMouse(await openBrowser(browser, 'fi-FI', viewport)), () => {
      inputs[party] += 1
    })
  const phone = { width: 390, height: 844 }
  const people: People = {
    employer: await hand('employer'),
    employee: await hand('employee', phone),
    staff: await hand('staff'),
    store: await hand('store', phone),
  }
  const t = wordsIn('fi')
  await walk({ service, t, people, employer, buyer, lessor: 'laskut@rahoitus.example' }, (title, body) =>
    base.step(title, body),
  )
  const { page } = people.employee
  const list = await (await page.request.get(`${service.url}/api/orders/list-data?limit=1`)).json()
  const link = pathOf(await service.message(shop, ({ text }) => text.includes(buyer.first)))
  const year: Year = { service, people, orderId: list.items[0].orderId, link }
  const look = async (moment: string, shows: Partial<Record<Party, string | RegExp>>) => {
    const seen = []
    for (const [party, path] of [
      ['store', link],
      ['employee', '/mybike?osa=huolto'],
      ['staff', `/admin/tilaukset/${year.orderId}`],
    ] as const) {
      const { page } = people[party]
      await people[party].open(service.url + path)
      const { says, parts } = await titles(page)
      await expectAccessible(page, `${party}, ${moment}`)
      await expect(page.locator('main')).toContainText(shows[party] ?? '')
      seen.push(`  ${party.padEnd(9)}${says} [${parts.join(' · ')}]`)
    }
    const used = parties.map((party) => `${party} ${inputs[party]}`).join(', ')
    for (const party of parties) inputs[party] = 0
    console.log([`${moment}; inputs: ${used}`, ...seen].join('\n'))
  }
  await look('hand-over', { store: 'Luovutettu', employee: 'on käytössäsi', staff: 'Leasing käynnissä' })
  await monthsLater(year, 2)
  await serve(year, { work: 'Ensihuolto', total: '80', number: 'HUO-1' })
  await look('first service', { store: 'HUO-1', employee: 'Ensihuolto', staff: 'Ensihuolto' })
  await monthsLater(year, 3)
  await repair(year)
  await look('repair', { store: 'KOR-1', employee: 'on käytössäsi', staff: 'Pyörä vietiin korjattavaksi' })
  await monthsLater(year, 3)
  await serve(year, { work: 'Vuosihuolto ja jarrupalat', total: '120', number: 'HUO-2' })
  await look('second service', {
    store: /^.{0,40}KuittiLasku on vastaanotettu.*HUO-1/,
    employee: 'Vuosihuolto',
    staff: 'Vuosihuolto',
  })
  await monthsLater(year, 4)
  await bring(year)
  await look('bicycle returned', { store: 'Palautettava pyörä', employee: /tarkast/i, staff: /palau/i })
  await inspect(year)
  await look('lease over', { store: 'Palautus valmis', employee: 'on palautettu', staff: /palau/i })
})
