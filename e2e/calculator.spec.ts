import type { Page } from '@playwright/test'
import type { BikeBenefitAnswer, BikeBenefitQuestion } from '../src/features/calculator/contract.ts'
import { formatDay, helsinkiDay } from '../src/platform/days.ts'
import { formatEuros } from '../src/platform/money.ts'
import { expect, type Service, signIn, test } from './support.ts'

const today = () => helsinkiDay(new Date())
const thisYear = () => Number(today().slice(0, 4))

const questions: readonly Omit<BikeBenefitQuestion, 'year'>[] = [
  {
    price: 2790,
    accessories: 210,
    monthlyPay: 3600,
    municipality: 'Helsinki',
    churchMembership: 'NONE',
    model: 'FROM_SALARY',
    commitmentDate: '2026-03-02',
  },
  {
    price: 1499.9,
    accessories: 0,
    monthlyPay: 2450.5,
    municipality: 'Tampere',
    churchMembership: 'EVANGELICAL_LUTHERAN',
    model: 'ON_TOP',
    commitmentDate: '2025-04-01',
  },
  {
    price: 4200,
    accessories: 99.95,
    monthlyPay: 5900,
    municipality: 'Maarianhamina',
    churchMembership: 'ORTHODOX',
    children: 3,
    model: 'EMPLOYEE_PAYS',
    commitmentDate: '2025-06-15',
  },
  {
    price: 3300,
    accessories: 150,
    monthlyPay: 4100,
    taxPercent: 31.5,
    model: 'FROM_SALARY',
    commitmentDate: '2026-01-15',
  },
]

/** The question as the address of the calculator names it. */
function fragmentOf(question: Omit<BikeBenefitQuestion, 'year'>): string {
  const money = (amount: number) => amount.toFixed(2).replace('.', ',')
  return new URLSearchParams({
    hinta: money(question.price),
    varusteet: money(question.accessories),
    palkka: money(question.monthlyPay),
    vero: question.taxPercent === undefined ? 'municipality' : 'card',
    prosentti: String(question.taxPercent ?? '').replace('.', ','),
    kunta: question.municipality ?? '',
    kirkko: question.churchMembership ?? 'NONE',
    lapsia: String(question.children ?? 0),
    malli: question.model,
    paiva: formatDay(question.commitmentDate),
  }).toString()
}

/** The figures that the page shows, with their spaces made plain. */
async function shownFigures(page: Page) {
  const text = async (selector: string) => (await page.locator(selector).innerText()).replace(/\s+/g, ' ')
  return {
    months: await text('.term b'),
    perMonth: await text('.kf'),
    total: await text('.card.main .sum dd'),
    byYourself: await text('.vs .fig'),
    models: await text('.vs + .card .rows'),
  }
}

function expectedFigures(answer: BikeBenefitAnswer, model: BikeBenefitQuestion['model']) {
  const euros = (amount: number) => formatEuros(Math.round(amount * 100), 'fi').replace(/\s+/g, ' ')
  const { FROM_SALARY, ON_TOP, EMPLOYEE_PAYS } = answer.byModel
  const row = (name: string, { netPerMonth }: { netPerMonth: number }) => `${name} ${euros(netPerMonth)}/kk`
  return {
    months: String(answer.leaseTimeMonths),
    perMonth: `${euros(Math.abs(answer.byModel[model].netPerMonth))}/kk`,
    total: euros(answer.totalToOwn),
    byYourself: euros(answer.buyYourself),
    models: [row('Palkasta', FROM_SALARY), row('Palkan päälle', ON_TOP), row('Nettopalkasta', EMPLOYEE_PAYS)].join(' '),
  }
}

async function answerOf(service: Service, question: Omit<BikeBenefitQuestion, 'year'>): Promise<BikeBenefitAnswer> {
  const reply = await fetch(`${service.url}/api/calculator/bike-benefit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...question, year: thisYear() }),
  })
  expect(reply.status, JSON.stringify(question)).toBe(200)
  return (await reply.json()) as BikeBenefitAnswer
}

test('the calculator shows the figures that the interface answers', async ({ page, service }) => {
  await page.goto(`${service.url}/laskuri`)
  for (const question of questions) {
    const expected = expectedFigures(await answerOf(service, question), question.model)
    await page.evaluate((fragment) => {
      location.hash = fragment
    }, fragmentOf(question))
    await expect.poll(() => shownFigures(page)).toEqual(expected)
  }
})

test('without the terms in force the calculator reckons by the shipped ones and says so', async ({ page, service }) => {
  const note = page.getByText('Voimassa olevia ehtoja ja verotaulukoita ei saatu haettua')
  await page.route('**/api/calculator/parameters', (route) => route.abort())
  await page.goto(`${service.url}/laskuri#hinta=1500`)
  await expect(note).toBeVisible()
  await expect(page.locator('.card.main dd').first()).toHaveText(/1\s710,00/)
  await page.unroute('**/api/calculator/parameters')
  await page.reload()
  await expect(page.locator('.card.main dd').first()).toHaveText(/1\s710,00/)
  await expect(note).toHaveCount(0)
})

test('a signed-in person reckons by the terms of their company, also after a pause', async ({ page, service }) => {
  const [question] = questions
  await signIn(page, service, 'employee-c@demo.example')
  const reply = await page.request.post(`${service.url}/api/calculator/bike-benefit`, {
    headers: { origin: service.url },
    data: { ...question, year: thisYear() },
  })
  const expected = expectedFigures(await reply.json(), question!.model)
  expect(expected).not.toEqual(expectedFigures(await answerOf(service, question!), question!.model))
  // Without the short-lived cookie the session is renewed before the terms are asked for.
  for (const cookie of ['none', 'accessToken']) {
    await page.context().clearCookies({ name: cookie })
    await page.goto(`${service.url}/laskuri#${fragmentOf(question!)}`)
    await page.reload()
    await expect.poll(() => shownFigures(page)).toEqual(expected)
    await expect(page.locator('.as')).toContainText(/korko 5,5\s%/)
  }
})

test('the result can be shared by its address and printed without the controls', async ({ page, service }) => {
  await page.goto(`${service.url}/laskuri`)
  await page.getByLabel('Pyörän hinta', { exact: true }).fill('1 999')
  await page.getByRole('button', { name: 'Kopioi linkki laskelmaan' }).click()
  await expect(page).toHaveURL(/#.*hinta=1\+999/)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.card.main')).toBeVisible()
  for (const part of ['header', 'footer', '.acts .btn', '[data-announcement]', '.mini'])
    await expect(page.locator(part).first()).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('radio', { name: 'Työnantaja', exact: true }).check()
  await page.getByLabel('Pyöriä').fill('25')
  await expect(page.getByText('25 pyörää')).toBeVisible()
})
