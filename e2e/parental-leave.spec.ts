import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  openPhone,
  pathOf,
  type Service,
  settled,
  signedIn,
  signIn,
  testOn,
} from './helpers/support.ts'

// The service’s clock moves on by months, which other journeys would meet.
const test = testOn(async () => undefined)

const rider = { name: 'Birgitta Esimerkki', email: 'birgitta.esimerkki@tuohi.example' }

/** The first of the month after, and a day three months later. */
function leave(now: string) {
  const [year, month] = [Number(now.slice(0, 4)), Number(now.slice(5, 7))]
  const day = (months: number, of: number) =>
    new Date(Date.UTC(year, month - 1 + months, of)).toISOString().slice(0, 10)
  return { from: day(1, 1), to: day(4, 0), second: day(2, 1) }
}

test('a parental leave: planned on the phone, confirmed by the employer, felt by payroll', { tag: '@long' }, async ({
  browser,
  service,
}) => {
  test.setTimeout(240_000)
  const own = await openPhone(browser)
  own.setDefaultTimeout(12_000)
  await signIn(own, service, rider.email)
  const days = leave(await service.now())
  await test.step('the rider proposes a plan from what changes in life', () => propose(own, service, days))
  const employer = await signedIn(browser, service, 'employer-b@demo.example')
  employer.setDefaultTimeout(12_000)
  await test.step('the employer reads who pays which month, and confirms by the link of the mail', () =>
    confirm(employer, service))
  await test.step('the rider is told, and sees the months', () => read(own, service))
  await test.step('payroll takes nothing from the pay in either kind of month', () => payroll(employer, service, days))
  await test.step('the rider is billed for the second month, and pays on the phone', () => pay(own, service))
})

async function propose(page: Page, service: Service, { from, to }: { from: string; to: string }) {
  await page.goto(`${service.url}/mybike`)
  await page.getByRole('link', { name: /^Jokin muuttuu/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Mikä muuttuu?' }).waitFor()
  await page.getByRole('button', { name: 'Palkaton vapaa' }).click()
  await page.getByLabel('Ensimmäinen poissaolopäivä').fill(from)
  await settled(page)
  await expectAccessible(page, 'an unpaid leave')
  const plan = page.getByRole('article').filter({ hasText: 'Sopimus kuukausieristä poissaolon ajalle' })
  await plan.getByLabel('Syy').selectOption({ label: 'Vanhempainvapaa' })
  await plan.getByLabel('Viimeinen palkaton päivä').fill(to)
  await plan.getByRole('button', { name: 'Sovi kuukausieristä' }).click()
  await page.waitForURL(/\/mybike$/)
  await settled(page)
  await expect(page.getByText('Ehdotettu').first()).toBeVisible()
}

async function confirm(page: Page, service: Service) {
  const mail = await service.message('employer-b@demo.example', ({ subject }) =>
    subject.startsWith('Poissaolosuunnitelma odottaa vahvistusta'),
  )
  await page.goto(service.url + pathOf(mail))
  await settled(page)
  await page.getByRole('button', { name: /Birgitta/ }).click()
  const panel = page.getByRole('complementary', { name: /Birgitta/ })
  await expect(panel.getByText(/työnantaja maksaa/).first()).toBeVisible()
  await expect(panel.getByText(/työntekijä maksaa/).first()).toBeVisible()
  await expectAccessible(page, 'a plan to confirm')
  await panel.getByRole('button', { name: 'Vahvista suunnitelma' }).click()
  await page
    .getByRole('dialog', { name: 'Vahvista suunnitelma' })
    .getByRole('button', { name: 'Vahvista suunnitelma' })
    .click()
  await expect(panel.getByText('Vahvistettu').first()).toBeVisible()
}

async function read(page: Page, service: Service) {
  const mail = await service.message(rider.email, ({ subject }) => subject === 'Poissaolosuunnitelma on vahvistettu')
  await page.goto(service.url + pathOf(mail))
  await settled(page)
  await expect(page.getByText('Vahvistettu').first()).toBeVisible()
  await expect(page.getByText(/työntekijä maksaa/).first()).toBeVisible()
  await expectAccessible(page, '/mybike with a plan')
}

/** The bill of the month that is the rider’s own comes by mail and is paid by its link. */
async function pay(page: Page, service: Service) {
  const mail = await service.message(
    rider.email,
    ({ subject, links }) => subject.startsWith('Lasku ') && links.some((link) => link.includes('/maksu/')),
  )
  await page.goto(service.url + pathOf(mail))
  await settled(page)
  await expect(page.getByText(/poissaolo/i).first()).toBeVisible()
  await expectAccessible(page, 'the bill of an unpaid month')
  await page.getByRole('button', { name: 'Maksa verkossa' }).click()
  await page.getByRole('link', { name: 'Maksu onnistuu' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('on maksettu')
}

/** The first unpaid month is the employer's cost, the second the rider's own, of which payroll asks. */
async function payroll(page: Page, service: Service, { from, second }: { from: string; second: string }) {
  await service.moveClock(`${second}T08:00:00Z`)
  await signIn(page, service, 'employer-b@demo.example')
  for (const [month, words] of [
    [from, 'Työnantaja vastaa kuukaudesta. Palkasta ei vähennetä.'],
    [second, 'Työntekijän piti maksaa kuukausi palkan ulkopuolella. Vahvista, kerättiinkö se.'],
  ] as const) {
    await page.goto(`${service.url}/raportointi?month=${month.slice(0, 7)}`)
    await settled(page)
    await expect(page.getByRole('row', { name: /Birgitta/ })).toContainText(words)
  }
}
