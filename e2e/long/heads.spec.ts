import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import fi from '#features/story/lease-story/texts/fi.json' with { type: 'json' }
import { formatDay } from '#platform/values/days.ts'
import { situationCases } from '#testing/cases/situation-cases.ts'
import { expect, openPhone, settled, signIn, test } from '../helpers/support.ts'

/** `npm run e2e -- heads --grep @long` leaves the pictures here, and a page that shows them as a table. */
const folder = path.resolve('.cache/heads')

interface Drawn {
  readonly name: string
  /** In each theme. */
  readonly pictures: readonly string[]
}

const themes = ['light', 'dark'] as const

/** Somebody whose lease runs. */
const rider = 'boris.esimerkki@tuohi.example'

/** The words of a head up to the first that a lease fills in. */
const beginningOf = (name: (typeof situationCases)[number][0]) => fi.situations[name].title.split('{{')[0]!.trim()

type Told = (typeof situationCases)[number][1]

const processId = '018f0000-0000-7000-8000-000000000000'

/** The steps of a redemption in which its person is awaited, by the act that the head names. */
const stepOfAct: Partial<Record<NonNullable<Told['act']>, string>> = {
  ASK_OFFER: 'STARTED',
  ANSWER_OFFER: 'OFFERED',
  PAY: 'USER_PAYMENT_SENT',
}

/** A person's own bill as the list of them tells it, but for its sum and day. */
const rowOfBill = {
  userPaymentId: processId,
  invoiceId: processId,
  beneficiaryEmployeeId: null,
  employeeName: 'Esimerkki Boris',
  companyId: processId,
  companyName: 'Esimerkki Tuohi Oy',
  description: 'Lasku',
  purpose: 'OTHER',
  referenceNumber: null,
  createdDate: '2026-06-01T08:00:00.000Z',
  sentDate: '2026-06-01T08:00:00.000Z',
  paidDate: null,
  isUserPaymentDone: false,
  method: null,
  isFromPay: false,
  isDisputed: false,
  state: 'SENT',
}

/** What the head reads besides its story of the process that it speaks of: the redemption or the bill with its way to pay. */
async function answerBeside(page: Page, { process, awaited, act, day, cents }: Told) {
  const isMine = awaited === 'EMPLOYEE'
  const bill = { number: 'L-1', dueDay: day ?? '2026-07-14', open: (cents ?? 0) / 100, payPath: '/maksu/esimerkki' }
  const redemption = {
    id: processId,
    version: 1,
    status: 'PENDING',
    step: (act && stepOfAct[act]) ?? 'USER_PAYMENT_PAID',
    reason: 'OWN_WISH',
    buyer: 'EMPLOYEE',
    bike: 'Halla Taival 7',
    endMonth: '2026-07',
    endsOn: '2026-07-31',
    paymentMethod: 'INVOICE',
    total: (cents ?? 0) / 100,
    fairValue: 0,
    taxableDifference: 0,
    mostTax: 0,
    offerValidUntil: day,
    wouldBeDue: '2026-07-14',
    payrollMonthsLeft: 1,
    payrollMonths: null,
    waitingFor: isMine ? ['EMPLOYEE'] : [],
    invoice: act === 'PAY' && isMine ? bill : null,
    redemptionOffers: [],
    allowedSteps: [],
  }
  const isRedemption = process?.kind === 'BUY_OUT' && act !== 'BRING_BIKE'
  const rows = isRedemption ? [redemption] : []
  await page.route('**/api/bike-redemption?*', (route) =>
    route.fulfill({ json: { items: rows, totalCount: rows.length } }),
  )
  await page.route('**/api/bike-redemption/*', (route) => route.fulfill({ json: redemption }))
  const bills = process?.kind === 'BILL' ? [{ ...rowOfBill, ...bill, amount: bill.open }] : []
  await page.route(/\/api\/user-payment(\?|$)/, (route) => route.fulfill({ json: { items: bills } }))
}

/** The head of one's own lease as a phone shows it, for one situation after the other. */
async function drawHeads(page: Page, url: string): Promise<Drawn[]> {
  const drawn: Drawn[] = []
  for (const [name, told] of situationCases) {
    const { key, awaited, act, day, cents, process } = told
    const ids = { kind: process?.kind, id: processId }
    await answerBeside(page, told)
    await page.route('**/api/lease-stories/*', async (route) => {
      const story = await (await route.fetch()).json()
      const sum = cents === null ? null : cents / 100
      const store = process?.kind === 'RETURN' ? 'Pyöräliike Esimerkkikettinki, Helsinki' : null
      const situation = { key, awaited, act, day, sum, store, process: process && ids }
      await route.fulfill({ json: { ...story, situation } })
    })
    await page.goto(`${url}/mybike`)
    await settled(page)
    const head = page.locator('div:has(> .wrap > h1), div:has(> div > h1)').last()
    await expect(head).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth'), `${name} fits a phone`).toBeLessThanOrEqual(390)
    await expect(page.locator('h1'), name).toContainText(beginningOf(name))
    await expect(page.locator('h1'), name).not.toHaveText(/\{\{/)
    // Whose turn it is has the one act and its last day in the head; nobody else is asked for anything there.
    const acts = head.locator('[data-act="primary"]')
    await expect(acts, `${name} has its act`).toHaveCount(awaited === 'EMPLOYEE' && act ? 1 : 0)
    if (awaited === 'EMPLOYEE' && day) await expect(head, `${name} has its last day`).toContainText(formatDay(day))
    const pictures = themes.map((theme) => `${theme}-${name}.png`)
    for (const [index, theme] of themes.entries()) {
      await page.evaluate((chosen) => {
        document.documentElement.dataset.mantineColorScheme = chosen
      }, theme)
      await head.screenshot({ path: path.join(folder, pictures[index]!) })
    }
    drawn.push({ name, pictures })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  return drawn
}

test('every head that a lease may have, as a table of pictures @long', async ({ browser, service }) => {
  test.setTimeout(900_000)
  mkdirSync(folder, { recursive: true })
  const page = await openPhone(browser)
  await signIn(page, service, rider)
  const rows = await drawHeads(page, service.url)
  const cells = rows.map(
    ({ name, pictures }) =>
      `<tr><th>${name}</th>${pictures.map((one) => `<td><img src="${one}" alt="${name}"></td>`).join('')}</tr>`,
  )
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><table>${cells.join('')}</table>`,
  )
  expect(rows).toHaveLength(situationCases.length)
})
