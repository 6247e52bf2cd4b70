import type { Browser, Page } from '@playwright/test'
import { type Parties, watchTurns } from './awaited.ts'
import { controls, type Hand, type Name } from './hands.ts'
import { codeFor, expect, type OutboxItem, pathOf, type Service } from './support.ts'
import type { Words } from './words.ts'

const password = 'Poljin-demo-2026'
/** What a buyer who applies by a link chooses. */
export const ownPassword = 'Tuulta päin mäkeen'
const store = 'tilaukset@esimerkkikettinki.example'

/** Everybody of one bicycle's journey, each with a browser and a hand of their own. */
export interface People {
  readonly employer: Hand
  readonly employee: Hand
  readonly staff: Hand
  readonly store: Hand
}

/** Where somebody works, and in which language. */
interface Spoken {
  readonly service: Service
  readonly t: Words
}

/** What differs between journeys. */
export interface Journey extends Spoken {
  readonly people: People
  /** The employer's admin, whose company the demo has. */
  readonly employer: { readonly email: string; readonly company: string }
  readonly buyer: { readonly first: string; readonly last: string; readonly email: string }
  readonly lessor: string
}

/** The newest message that has the subject of a text, in the reader's language; where its lease stands may follow. */
const letter = ({ service, t }: Journey, to: string, key: string, fits: (item: OutboxItem) => boolean = () => true) => {
  const subject = new RegExp(t.like(`${key}.subject`).source.replace(/\$$/, '( – .+)?$'))
  return service.message(to, (item) => subject.test(item.subject) && fits(item))
}

/** Reads a message and follows its link. */
async function follow(journey: Journey, hand: Hand, to: string, key: string, fits?: (item: OutboxItem) => boolean) {
  const item = await letter(journey, to, key, fits)
  await hand.open(journey.service.url + pathOf(item))
  return item
}

const digits = (text: string) => /\d{3}\s?\d{3}/.exec(text)![0].replace(/\s/g, '')

/** Choosing a language in the public site's menu is what every later page remembers. */
async function speakOnPublicPage({ page }: Hand, { language }: Words) {
  const choice = page.locator(`[data-language="${language}"]`).first()
  if (!(await choice.isVisible())) await page.getByText('FI', { exact: true }).first().click()
  await choice.click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** Signs in from the public start page, the only address that everybody knows. */
export async function signIn(journey: Spoken, hand: Hand, email: string, secret = password) {
  const { service, t } = journey
  await hand.open(`${service.url}/`)
  if (t.language !== 'fi') await speakOnPublicPage(hand, t)
  await hand.press('link', t('platform:shell.logIn'))
  await proveWho(journey, hand, email, secret)
}

/** Fills in the sign-in page, and the code of whoever is asked for one. */
async function proveWho({ service, t }: Spoken, hand: Hand, email: string, secret: string) {
  await hand.arrives(t('sessions:login.title'))
  await hand.type(t('sessions:fields.email'), email)
  await hand.type(t('sessions:fields.password'), secret)
  await hand.press('button', t('sessions:login.submit'))
  const code = controls(hand.page, 'textbox', t('sessions:fields.code'))
  const away = hand.page.waitForURL((url) => !url.pathname.startsWith('/kirjaudu'))
  if (await Promise.race([code.waitFor().then(() => true), away.then(() => false)])) {
    await hand.type(t('sessions:fields.code'), await codeFor(service, email))
    await hand.press('button', t('sessions:code.submit'))
    await away
  }
}

async function makeLink(journey: Journey): Promise<string> {
  const { employer } = journey.people
  await signIn(journey, employer, journey.employer.email)
  const shown = employer.page.getByTitle(/\/liity\//).first()
  const make = journey.t('employees:link.make')
  await employer.page.getByRole('button', { name: make }).or(shown).first().waitFor()
  if (!(await shown.isVisible())) await employer.press('button', make)
  await shown.waitFor()
  return new URL((await shown.getAttribute('title'))!).pathname
}

async function apply(journey: Journey, link: string) {
  const { service, t, buyer } = journey
  const { employee } = journey.people
  await employee.open(service.url + link)
  await employee.arrives(t.like('registration:title'))
  await employee.type(t('registration:fields.firstName'), buyer.first)
  await employee.type(t('registration:fields.lastName'), buyer.last)
  await employee.type(t('registration:fields.workEmail'), buyer.email)
  await employee.type(t('registration:fields.phone'), '040 765 4321')
  await employee.type(t('registration:fields.password'), ownPassword)
  await employee.press('button', t('registration:submit'))
  await employee.arrives(t('registration:code.title'))
  await employee.type(
    t('registration:fields.code'),
    digits((await letter(journey, buyer.email, 'registration:mail.code')).text),
  )
  await employee.press('button', t('registration:code.submit'))
  await employee.arrives(t('registration:done.title'))
}

async function accept(journey: Journey) {
  const { t, buyer, employer } = journey
  const hand = journey.people.employer
  const name = `${buyer.first} ${buyer.last}`
  await follow(journey, hand, employer.email, 'employees:notice.registered', ({ text }) => text.includes(name))
  await hand.press('button', t('employees:decide.accept', { name }))
  await letter(journey, buyer.email, 'orders:notice.started')
}

async function choose(journey: Journey) {
  const { t, buyer } = journey
  const { employee } = journey.people
  await follow(journey, employee, buyer.email, 'orders:notice.started')
  await employee.arrives(t('orders:own.choose.title'))
  await employee.choose(t('orders:form.bikeStore'), /Esimerkki Kettinki/)
  await employee.type(t('orders:form.brand'), 'Halla')
  await employee.type(t('orders:form.model'), 'Taival 7')
  await employee.choose(t('orders:form.kind'), t('orders:kind.ELECTRIC'))
  await employee.type(t('orders:form.bikePrice'), '3 000')
  await employee.press('button', t('orders:form.submit'))
  await employee.arrives(t('orders:own.answers.title'))
  await employee.tick(t.like('orders:answers.acceptPolicy'))
  await employee.tick(new RegExp(t('orders:answers.acceptInsurance')))
  await employee.press('button', t('orders:answers.submit'))
  await employee.arrives(t('orders:own.sign.title'))
}

/** Types a name and the password below an agreement. */
async function signNow({ t }: Journey, hand: Hand, name: string, secret = password) {
  await hand.type(t('signing:form.name'), name)
  await hand.type(t('signing:form.password'), secret)
  await hand.press('button', t('signing:form.submit'))
}

/** The code of a text message; an older one does not have the words. */
async function typeCode({ service, t }: Journey, hand: Hand, key: string) {
  await controls(hand.page, 'textbox', t('signing:form.code')).waitFor()
  const sms = await service.message('0407654321', ({ text }) => t.like(key).test(text))
  await hand.type(t('signing:form.code'), digits(sms.text))
}

async function employeeSigns(journey: Journey) {
  const { t } = journey
  const { employee } = journey.people
  await employee.press('link', t('orders:acts.sign'))
  await employee.type(t('signing:form.password'), ownPassword)
  await employee.press('button', t('signing:proof.send'))
  await typeCode(journey, employee, 'identity-changes:sms.signingFirst')
  await employee.press('button', t('signing:form.submit'))
  await employee.arrives(t('orders:own.otherSigns.title'))
}

async function employerSigns(journey: Journey) {
  const { service, t, employer, buyer } = journey
  const hand = journey.people.employer
  await follow(journey, hand, employer.email, 'orders:employerNotice.sign', ({ subject }) =>
    subject.includes(buyer.last),
  )
  await hand.arrives(t.like('orders:employer.sign.title'))
  await hand.press('link', t('orders:acts.sign'))
  const user = (await (await hand.page.request.get(`${service.url}/api/user`)).json()) as Record<string, string>
  await signNow(journey, hand, `${user.firstName} ${user.lastName}`)
  await hand.arrives(t.like('orders:employer.confirm.title'))
}

async function confirm(journey: Journey) {
  const { t, buyer } = journey
  const { employee } = journey.people
  await follow(journey, employee, buyer.email, 'orders:notice.confirm')
  await employee.arrives(t('orders:own.confirm.title'))
  await employee.press('button', t('orders:acts.confirm'))
  await employee.press('button', t('orders:acts.confirm'), 'dialog')
  await employee.arrives(t('orders:own.ordered.title'))
}

/** The staff find the order in their menu's list. */
async function openDesk(journey: Journey) {
  const { t, buyer } = journey
  const { staff } = journey.people
  // What waits there may stand behind the name.
  await staff.press('link', new RegExp(`^${t('platform:rail.orders')}`))
  await staff.type(t('desk:desk.search'), `${buyer.first} ${buyer.last}`, 'page', 'searchbox')
  await expect(staff.page.getByRole('status').filter({ hasText: '1–1 / 1' })).toBeVisible()
  await staff.press('button', /^P-/)
}

/** One of the desk's acts, which asks in a dialog. */
async function act(staff: Hand, opener: string, fill: () => Promise<void>, submit: Name = opener) {
  // The button may carry its key and its due day besides.
  await staff.press('button', new RegExp(opener))
  await fill()
  await staff.press('button', submit, 'dialog')
  await expect(staff.page.getByRole('dialog')).toHaveCount(0)
}

async function process(journey: Journey) {
  const { t } = journey
  const { staff } = journey.people
  const label = (name: string) => t(`desk:acts.${name}.label`)
  await openDesk(journey)
  await act(staff, label('process'), () => staff.type(t('desk:move.storeOrderNumber'), 'K-77', 'dialog'))
}

/** What a store's papers are told apart by: a service may have a journey in each language. */
const markOf = ({ language }: Words) => (language === 'fi' ? '77' : '78')

async function enterInvoice({ t, people: { staff } }: Journey) {
  await act(staff, t('desk:invoice.enter'), async () => {
    await staff.type(t('desk:invoice.number'), `L-${markOf(t)}`, 'dialog')
    await staff.type(t('desk:invoice.total'), '3 000,00', 'dialog')
  })
}

async function match({ t, people: { staff } }: Journey) {
  const submit = t.like('desk:match.submitChecked', { number: `L-${markOf(t)}` })
  await act(staff, t('desk:acts.match.label'), async () => undefined, submit)
}

/** Stores are written to in Finnish; their pages speak what their reader chooses. */
async function handOver(journey: Journey) {
  const { service, t, buyer } = journey
  const hand = journey.people.store
  const mail = await service.message(
    store,
    ({ subject, text }) => subject.startsWith('Ilmoita runkonumero') && text.includes(buyer.first),
  )
  const { text } = await letter(journey, buyer.email, 'orders:mail.confirmed')
  await hand.open(service.url + pathOf(mail))
  await hand.page.locator('h1').waitFor()
  if (t.language !== 'fi') await speak(hand, t)
  await hand.type(t('store-page:code'), digits(text.replace(/[\s\S]*?(?=\d{6}\b)/, '')))
  await hand.press('button', t('store-page:checkCode'))
  await hand.type(t('orders:delivery.frame'), `HT7-${markOf(t)}0100`)
  await hand.type(t('store-page:frameAgain'), `HT7-${markOf(t)}0100`)
  await hand.press('button', t('orders:token.submit'))
  await hand.arrives(t.like('store-page:heads.delivered'))
}

async function speak({ page }: Hand, { language }: Words) {
  await page.getByRole('button', { name: /^Kieli: Suomi/ }).click()
  await page.locator(`[lang="${language}"]`).getByText('Svenska').or(page.getByText('Svenska')).first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

async function bill(journey: Journey) {
  const { t } = journey
  const { staff } = journey.people
  // The order is still open in the list, which was read before the store handed over.
  await staff.page.reload()
  await act(staff, t('desk:acts.bill.label'), async () => undefined)
}

/** A session lasts for a while only: after the clock has moved, everybody signs in again, in the language of before. */
export async function signInAgain(journey: Journey, hand: Hand, email: string, secret = password) {
  const context = hand.page.context()
  const kept = (await context.cookies()).filter(({ httpOnly }) => !httpOnly)
  await context.clearCookies()
  await context.addCookies(kept)
  await hand.open(`${journey.service.url}/kirjaudu`)
  await proveWho(journey, hand, email, secret)
}

async function ride(journey: Journey) {
  const { service, t, buyer } = journey
  const { employee, staff } = journey.people
  const now = new Date(await service.now())
  await service.moveClock(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 8)).toISOString())
  await signInAgain(journey, staff, 'internal@demo.example')
  await signInAgain(journey, employee, buyer.email, ownPassword)
  await follow(journey, employee, buyer.email, 'orders:notice.ACTIVE_LEASING')
  await employee.arrives(t.like('lease-story:situations.running.title'))
}

/** One bicycle from the employer's link to the running lease, each step reached by its message. */
export async function walk(journey: Journey, step: (title: string, body: () => Promise<void>) => Promise<void>) {
  const { people, buyer, employer, service } = journey
  const parties: Parties = {
    buyer: buyer.email,
    employer: employer.email,
    store,
    lessor: journey.lessor,
    bySelf: people.employee.page.request,
    staff: people.staff.page.request,
  }
  const turns = watchTurns(service, parties)
  const link = await makeLink(journey)
  await step('a person applies by the link', () => apply(journey, link))
  await step('the employer accepts', () => accept(journey))
  await step('staff sign in', () => signIn(journey, people.staff, 'internal@demo.example'))
  expect(await turns('EMPLOYER')).toEqual(['EMPLOYEE'])
  const steps: [string, () => Promise<void>, Parameters<typeof turns>[0]][] = [
    ['the employee chooses and answers', () => choose(journey), 'EMPLOYEE'],
    ['the employee signs', () => employeeSigns(journey), 'EMPLOYEE'],
    ['the employer signs', () => employerSigns(journey), 'EMPLOYER'],
    ['the employee confirms', () => confirm(journey), 'EMPLOYEE'],
    ['staff process the order', () => process(journey), 'STAFF'],
    ["staff enter the store's invoice", () => enterInvoice(journey), 'STAFF'],
    ['staff match the invoice', () => match(journey), 'STAFF'],
    ['the store hands over', () => handOver(journey), 'STORE'],
    ['staff bill the lessor', () => bill(journey), 'STAFF'],
    ['the employee rides', () => ride(journey), null],
  ]
  for (const [title, body, actor] of steps) {
    await step(title, body)
    await turns(actor)
  }
}

/** An employer locks the payroll month that waits, as their task asks for it. */
export async function lockMonth(spoken: Spoken, hand: Hand, email: string) {
  const { t } = spoken
  await signIn(spoken, hand, email)
  await hand.press('link', new RegExp(`^${t('tasks:does.lockPayrollMonth')}: `))
  await hand.arrives(t.like('reporting:page.open'))
  await hand.press('button', t.like('reporting:lock.act'))
  await hand.press('button', t.like('reporting:lock.act'), 'dialog')
  await hand.arrives(t.like('reporting:page.locked'))
}

/** Every message that somebody has been sent, line by line. */
export async function linesWrittenTo(service: Service, to: string): Promise<string[]> {
  const reply = await fetch(`${service.url}/api/demo/outbox?to=${encodeURIComponent(to)}`)
  const { items } = (await reply.json()) as { items: OutboxItem[] }
  expect(items, to).not.toEqual([])
  return items.flatMap(({ subject, text }) => [subject, ...text.split('\n')])
}

/** A browser of one person. */
export async function openBrowser(
  browser: Browser,
  locale: 'fi-FI' | 'sv-FI',
  viewport = { width: 1440, height: 900 },
): Promise<Page> {
  const context = await browser.newContext({ locale, timezoneId: 'Europe/Helsinki', viewport })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return page
}
