import type { Page } from '@playwright/test'
import type { BikeBenefitAnswer, BikeBenefitQuestion } from '#features/site/calculator/contract.ts'
import { formatDay, helsinkiDay } from '#platform/values/days.ts'
import { formatEuros, type MoneyLanguage } from '#platform/values/money.ts'
import type { AskedQuestion } from './calculator-questions.ts'
import { expect, type Service } from './support.ts'

const today = () => helsinkiDay(new Date())

export const thisYear = () => Number(today().slice(0, 4))

export const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

export const euros = (amount: number, language: MoneyLanguage = 'fi') =>
  plain(formatEuros(Math.round(amount * 100), language))

export const usual: AskedQuestion = {
  ages: 'FROM_18',
  question: {
    price: 2790,
    accessories: 210,
    monthlyPay: 3600,
    municipality: 'Hyvinkää',
    churchMembership: 'NONE',
    model: 'FROM_SALARY',
    commitmentDate: '2026-03-02',
  },
}

/** The question as the address of the calculator names it. */
export function fragmentOf({ question, ages }: AskedQuestion): string {
  const money = (amount: number) => amount.toFixed(2).replace('.', ',')
  return new URLSearchParams({
    hinta: money(question.price),
    varusteet: money(question.accessories),
    palkka: money(question.monthlyPay),
    vero: question.taxPercent === undefined ? 'municipality' : 'card',
    prosentti: String(question.taxPercent ?? '').replace('.', ','),
    kunta: question.municipality ?? '',
    kirkko: question.churchMembership ?? 'NONE',
    ika: ages,
    lapsia: String(question.children ?? 0),
    malli: question.model,
    paiva: formatDay(question.commitmentDate),
  }).toString()
}

/** Every figure that the page shows, in one look, with spaces made plain; it runs in the page. */
function readFigures() {
  const texts = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent ?? '')
  const plainly = (text: string) => text.replace(/\s+/g, ' ').trim()
  return {
    term: plainly(texts('.term')[0] ?? ''),
    perMonth: plainly(texts('.kf')[0] ?? ''),
    total: plainly(texts('.card.main .sum dd')[0] ?? ''),
    byYourself: plainly(texts('.vs .fig')[0] ?? ''),
    employer: plainly(texts('.emp .fig')[0] ?? ''),
    models: plainly(texts('.mods dd').join(' ')),
    buyOut: plainly(texts('.months td:last-child').join(' ')),
    assumptions: String(texts('.as li').length),
    refusal: plainly(texts('.field .err').join(' ')),
  }
}

type Figures = ReturnType<typeof readFigures>

export const shownFigures = (page: Page) => page.evaluate(readFigures)

export function expectedFigures(answer: BikeBenefitAnswer, model: BikeBenefitQuestion['model']): Figures {
  const { byModel, residual } = answer
  const inModel = (one: BikeBenefitQuestion['model']) => {
    const { netPerMonth, netTotal, employerPerMonth } = byModel[one]
    return `${euros(netPerMonth)}/kk ${euros(netTotal + residual)} ${euros(employerPerMonth)}/kk`
  }
  const { leaseTimeMonths, instalment, lastInstalment } = answer
  return {
    term: `${leaseTimeMonths} kuukauttaerä ${euros(instalment)}, viimeinen ${euros(lastInstalment)}`,
    perMonth: `${euros(Math.abs(byModel[model].netPerMonth))}/kk`,
    total: euros(answer.totalToOwn),
    byYourself: euros(answer.buyYourself),
    employer: `${euros(byModel[model].employerPerMonth)}/kk`,
    models: [inModel('FROM_SALARY'), inModel('ON_TOP'), inModel('EMPLOYEE_PAYS')].join(' '),
    buyOut: answer.buyOut.map((amount) => euros(amount)).join(' '),
    assumptions: String(answer.assumptions.length),
    refusal: '',
  }
}

export const refusals: Record<string, RegExp> = {
  LEASING_TERMS_NOT_COMPUTABLE: /vähintään|enintään|ylittäisi|ei riitä/,
  LEASING_PERIOD_BELOW_MINIMUM: /kausi jäisi alle/,
  VALIDATION: /Palkan on oltava vähintään/,
}

/** What the API says, asked from an address of a visitor's own: the public limit counts by address. */
export async function answerOf(service: Service, { question }: AskedQuestion, visitor = 1) {
  const reply = await fetch(`${service.url}/api/calculator/bike-benefit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${visitor}` },
    body: JSON.stringify({ ...question, year: thisYear() }),
  })
  const body = await reply.json()
  expect([200, 400], JSON.stringify(body)).toContain(reply.status)
  return reply.status === 200
    ? { answer: body as BikeBenefitAnswer, refusal: undefined }
    : { answer: undefined, refusal: body.code as string }
}

export async function computedAnswer(service: Service, asked: AskedQuestion): Promise<BikeBenefitAnswer> {
  const { answer } = await answerOf(service, asked)
  if (!answer) throw new Error('The question is refused')
  return answer
}

interface Step {
  readonly fragment: string
  readonly expected: Figures
}

/** Sets one address after the other in the page, and tells what it showed where that is not what is expected. */
export async function differencesIn(page: Page, steps: readonly Step[]) {
  await page.evaluate(`globalThis.readFigures = ${readFigures}`)
  return page.evaluate(async (all) => {
    const PATIENCE_MS = 5_000
    const read: () => unknown = Reflect.get(globalThis, 'readFigures')
    const different = []
    for (const { fragment, expected } of all) {
      const wanted = JSON.stringify(expected)
      const until = Date.now() + PATIENCE_MS
      location.hash = fragment
      while (JSON.stringify(read()) !== wanted && Date.now() < until) await new Promise((next) => setTimeout(next, 5))
      const shown = read()
      if (JSON.stringify(shown) !== wanted) different.push({ fragment, shown, expected })
      if (different.length === 3) break
    }
    return different
  }, steps)
}
