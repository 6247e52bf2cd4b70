import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { formatEuros } from '#platform/values/money.ts'
import {
  answerOf,
  computedAnswer,
  differencesIn,
  euros,
  expectedFigures,
  fragmentOf,
  plain,
  refusals,
  shownFigures,
  thisYear,
  usual,
} from './helpers/calculator-figures.ts'
import { randomQuestions } from './helpers/calculator-questions.ts'
import { expect, expectAccessible, settled, signIn, test } from './helpers/support.ts'

test('the calculator shows the figures that the interface answers to 200 random questions', { tag: '@long' }, async ({
  page,
  service,
}) => {
  const questions = randomQuestions(200, thisYear())
  const municipalities = new Set(questions.map(({ question }) => question.municipality))
  expect(municipalities.size).toBeGreaterThan(100)
  const answers = await Promise.all(questions.map((asked, index) => answerOf(service, asked, 2 + (index % 100))))
  await page.goto(`${service.url}/laskuri#${fragmentOf(usual)}`)
  const first = expectedFigures(await computedAnswer(service, usual), usual.question.model)
  await expect.poll(() => shownFigures(page)).toEqual(first)
  const computed = questions.flatMap((asked, index) => {
    const { answer } = answers[index]!
    return answer ? [{ fragment: fragmentOf(asked), expected: expectedFigures(answer, asked.question.model) }] : []
  })
  expect(computed.length).toBeGreaterThan(150)
  // Two like neighbours would let a page pass that had stood still.
  for (const [index, { expected }] of computed.entries()) expect(expected).not.toEqual(computed[index - 1]?.expected)
  expect(await differencesIn(page, computed)).toEqual([])
  const last = computed.at(-1)!.expected
  const refused = questions.filter((_asked, index) => answers[index]!.refusal)
  expect(refused.length).toBeGreaterThan(5)
  for (const asked of refused) {
    const { refusal = '' } = answers[questions.indexOf(asked)]!
    await page.evaluate((fragment) => {
      location.hash = fragment
    }, fragmentOf(asked))
    // The figures of the last right question stay, and the field says what is wrong.
    const said = expect.stringMatching(refusals[refusal] ?? /$^/)
    await expect
      .poll(() => shownFigures(page), { message: JSON.stringify(asked), intervals: [10, 20, 50, 100] })
      .toEqual({ ...last, refusal: said })
  }
})

interface Paper {
  /** What poppler reads from the document, with spaces made plain. */
  text: string
  /** The same without any space: an address breaks over lines. */
  solid: string
  info: string
  name: string
}

/** Saves the document and reads it with poppler, which knows nothing of how it was made. */
async function paperOf(page: Page): Promise<Paper> {
  const folder = mkdtempSync(path.join(tmpdir(), 'calculation-'))
  try {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /PDF/ }).click(),
    ])
    const file = path.join(folder, 'calculation.pdf')
    await download.saveAs(file)
    const raw = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
    const info = execFileSync('pdfinfo', [file], { encoding: 'utf8' })
    return { text: plain(raw), solid: raw.replace(/\s+/g, ''), info, name: download.suggestedFilename() }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const papers = [
  {
    language: 'fi',
    address: '/laskuri',
    name: 'tyosuhdepyora-laskelma.pdf',
    title: 'Työsuhdepyörän laskelma',
    words: ['Pyörän hinta', 'Syntymävuosi', 'Lunastushinta kuukausittain', 'Mihin laskelma perustuu', 'Lähde'],
  },
  {
    language: 'sv',
    address: '/sv/laskuri',
    name: 'tjanstecykel-kalkyl.pdf',
    title: 'Kalkyl för tjänstecykel',
    words: ['Cykelns pris', 'Födelseår', 'Inlösenpris per månad', 'Vad kalkylen bygger på', 'Källa'],
  },
  {
    language: 'en',
    address: '/en/laskuri',
    name: 'company-bike-calculation.pdf',
    title: 'Company bike calculation',
    words: ['Price of the bike', 'Year of birth', 'Buy-out price by month', 'What the calculation rests on', 'Source'],
  },
] as const

for (const { language, address, name, title, words } of papers) {
  test(`the calculation can be had as a document in ${language}`, async ({ page, service }) => {
    const foreign: string[] = []
    const posted: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== service.url && !request.url().startsWith('blob:'))
        foreign.push(request.url())
      if (request.method() !== 'GET') posted.push(request.url())
    })
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    const answer = await computedAnswer(service, usual)
    await page.goto(`${service.url}${address}#${fragmentOf(usual)}`)
    await expect(page.locator('.card.main .sum dd')).toHaveText(
      euros(answer.totalToOwn, language).replace(/ /g, '\u00a0'),
    )
    const paper = await paperOf(page)
    const money = (amount: number) => euros(amount, language)
    const { FROM_SALARY, ON_TOP, EMPLOYEE_PAYS } = answer.byModel
    const figures = [
      ...[usual.question.price, usual.question.accessories, usual.question.monthlyPay],
      ...[answer.instalment, answer.lastInstalment, answer.totalToOwn, answer.buyYourself, answer.residual],
      ...[FROM_SALARY, ON_TOP, EMPLOYEE_PAYS].flatMap((one) => [one.netPerMonth, one.netTotal, one.employerPerMonth]),
      ...answer.buyOut,
    ].map(money)
    for (const text of [title, 'Hyvinkää', '2.3.2026', '1974–2008', ...words, ...figures])
      expect(paper.text, text).toContain(text)
    for (const text of await page
      .locator('.as li')
      .evaluateAll((lines) => lines.map(({ textContent }) => textContent ?? ''))) {
      const said = text.replace(/\s+/g, '').split(/Lähde:|Källa:|Source:/)
      expect(said).toHaveLength(2)
      // Cells of a table stand beside each other in the text, so only their beginnings are in one piece.
      for (const cell of said) expect(paper.solid).toContain(cell.slice(0, 12))
    }
    expect(paper.solid).toContain(`${service.url}${address}#nakyma=employee&hinta=`)
    expect(paper.solid).toMatch(/1\(3\).*2\(3\).*3\(3\)/)
    expect(paper.info).toMatch(new RegExp(`Title:\\s+${title}\\n`))
    expect(paper.info).toMatch(/Tagged:\s+yes/)
    expect(paper.name).toBe(name)
    expect([foreign, posted, complaints]).toEqual([[], [], []])
  })
}

test('an employer has the cost of its bicycles in each model, on the screen and as a document', async ({
  page,
  service,
}) => {
  await page.goto(`${service.url}/laskuri#tyonantaja`)
  await page.getByLabel('Pyöriä').fill('25')
  await page.getByRole('radio', { name: /Palkan lisänä/ }).check()
  const perYear = plain((await page.locator('.kf').textContent()) ?? '')
  expect(perYear).toMatch(/^40 650,00 € ?\/vuosi$/)
  await expect(page.locator('.as li')).toHaveCount(5)
  const paper = await paperOf(page)
  for (const text of ['laskelma työnantajalle', '40 650,00 €', '4 500,00 €', '1 626,00 €', 'ei vielä tarkistettu'])
    expect(paper.text).toContain(text)
  await page.getByLabel('Pyöriä').fill('0')
  await expect(page.getByText('Kirjoita pyörien määrä, 1–100 000.')).toBeVisible()
  await expect(page.getByText('Luvut ovat edellisestä laskelmasta')).toBeVisible()
  await expectAccessible(page, 'calculator of an employer with a wrong field')
})

test('what cannot be reckoned is said at its field, and the figures before it stay', async ({ page, service }) => {
  await page.goto(`${service.url}/laskuri#hinta=2790`)
  await expect(page.locator('.mods li.on')).toHaveCount(1)
  const price = page.getByLabel('Pyörän hinta', { exact: true })
  for (const [typed, said] of [
    ['kissa', 'Kirjoita summa euroina'],
    ['100', 'on oltava vähintään 879,38 €'],
    ['4 200', 'ylittäisi 60 kuukautta'],
    ['9999999', 'saa olla enintään 4 312,17 €'],
  ] as const) {
    await price.fill(typed)
    await expect(price).toHaveAttribute('aria-invalid', 'true')
    await expect(page.locator('#hinta-about')).toContainText(new RegExp(said.replace(/ /g, '\\s')))
    await expect(page.locator('.card.main .sum dd')).toHaveText(/4\s149,33/)
  }
  await expectAccessible(page, 'calculator with a refused price')
  await price.fill('2 790,00 €')
  await expect(page.locator('.err', { hasText: /./ })).toHaveCount(0)
  await page.getByLabel('Palkka kuukaudessa').fill('99,99')
  await expect(page.locator('#palkka-about')).toContainText('vähintään kuukausierän verran')
  await page.goto(`${service.url}/laskuri#kunta=Atlantis&lapsia=99&hinta=2790`)
  await page.reload()
  await expect(page.getByLabel('Kotikunta', { exact: true })).toHaveValue('')
  await expect(page.getByText('Luvut ovat edellisestä laskelmasta')).toHaveCount(0)
})

test('the inputs stay in the address while typing and go along to another language', async ({ page, service }) => {
  await page.goto(`${service.url}/laskuri`)
  await page.getByLabel('Pyörän hinta', { exact: true }).fill('1 999')
  await expect(page).toHaveURL(/#.*hinta=1\+999/)
  await page.reload()
  await expect(page.getByLabel('Pyörän hinta', { exact: true })).toHaveValue('1 999')
  await page
    .locator('a[hreflang="sv"]')
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(/\/sv\/laskuri#.*hinta=1\+999/)
  await expect(page.getByLabel('Cykelns pris', { exact: true })).toHaveValue('1 999')
})

test('the buy-out price of any month can be read by keyboard', async ({ page, service }) => {
  const answer = await computedAnswer(service, usual)
  await page.goto(`${service.url}/laskuri#${fragmentOf(usual)}`)
  // The slider stands in the page before its scripts listen to it.
  await settled(page)
  const months = page.getByLabel('Montako erää on maksettu, kun lunastat')
  await months.focus()
  await page.keyboard.press('Home')
  await expect(page.locator('.ex output')).toContainText(formatEuros(Math.round(answer.buyOut[0]! * 100), 'fi'))
  await page.keyboard.press('End')
  await expect(page.locator('.ex output')).toContainText(formatEuros(Math.round(answer.residual * 100), 'fi'))
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
  const { question } = usual
  await signIn(page, service, 'employee-c@demo.example')
  const reply = await page.request.post(`${service.url}/api/calculator/bike-benefit`, {
    headers: { origin: service.url },
    data: { ...question, year: thisYear() },
  })
  const expected = expectedFigures(await reply.json(), question.model)
  expect(expected).not.toEqual(expectedFigures(await computedAnswer(service, usual), question.model))
  // Without the short-lived cookie the session is renewed before the terms are asked for.
  for (const cookie of ['none', 'accessToken']) {
    await page.context().clearCookies({ name: cookie })
    await page.goto(`${service.url}/laskuri#${fragmentOf(usual)}`)
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
  await expect(page.locator('.paper')).toContainText(/Pyörän hinta\s*1\s999,00\s€/)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('.months tr').last()).toBeVisible()
  for (const part of ['header', 'footer', '.acts .btn', '[data-announcement]', '.mini'])
    await expect(page.locator(part).first()).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('radio', { name: 'Työnantaja', exact: true }).check()
  await page.getByLabel('Pyöriä').fill('25')
  await expect(page.getByText('25 pyörää')).toBeVisible()
})

test('what is typed before the scripts have come is reckoned and remembered', async ({ page, service }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.addInitScript(() => localStorage.setItem('poljin.consent', 'accepted'))
  await page.route('**/assets/calculator-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${service.url}/laskuri`, { waitUntil: 'commit' })
  await page.getByLabel('Pyörän hinta', { exact: true }).fill('2 200')
  release()
  await expect(page.locator('.card.main dd').first()).toHaveText(/2\s410,00/)
  expect(await page.evaluate(() => localStorage.getItem('poljin.calculator'))).toContain('hinta=2+200')
})
