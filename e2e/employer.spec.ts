import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, type Service, signedIn, test } from './helpers/support.ts'

async function person(browser: Browser, service: Service, email: string): Promise<Page> {
  const page = await signedIn(browser, service, email)
  page.setDefaultTimeout(15_000)
  return page
}

test('an employer sets a unit for several people at once and then accepts them', async ({ browser, service }) => {
  const page = await person(browser, service, 'employer@demo.example')
  await page.goto(`${service.url}/tyonantaja`)
  for (const name of ['Päivi Malli', 'Sanna-Maria Malli'])
    await page.getByRole('checkbox', { name: `Valitse ${name}` }).check()
  const bar = page.getByRole('region', { name: 'Valitut rivit' })
  await bar.getByRole('button', { name: 'Aseta yksikkö' }).click()
  const dialog = page.getByRole('dialog', { name: 'Aseta yksikkö 2 työntekijälle' })
  await expect(dialog.getByLabel('Yksikkö')).toBeFocused()
  await dialog.getByLabel('Yksikkö').selectOption('Oulu')
  await expectAccessible(page, 'setting a unit')
  await dialog.getByRole('button', { name: 'Aseta 2 työntekijälle' }).click()
  await expect(page.getByText('2 työntekijän yksikkö: Oulu')).toBeVisible()
  for (const name of ['Malli Päivi', 'Malli Sanna-Maria'])
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Oulu')
  await bar.getByRole('button', { name: 'Hyväksy 2' }).click()
  await expect(page.getByText('2 hakemusta hyväksytty')).toBeVisible()
  for (const name of ['Malli Päivi', 'Malli Sanna-Maria'])
    await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(0)
})

test('an employer takes the list of people along as it is filtered', async ({ browser, service }) => {
  const page = await person(browser, service, 'employer@demo.example')
  await page.goto(`${service.url}/tyonantaja?tab=manage&status=REJECTED`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Työntekijät')
  await page.getByRole('row', { name: /Malli Kalle/ }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Vie' }).click()
  const href = await page.getByRole('link', { name: 'CSV-tiedosto' }).getAttribute('href')
  const file = await page.request.get(service.url + href!)
  const rows = (await file.text()).trim().split('\r\n').slice(1)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toContain(';Hylätty;')

  await page.goto(`${service.url}/tyonantaja?tab=manage`)
  await page.getByRole('combobox', { name: 'Tilaus' }).selectOption('Odottaa allekirjoitusta')
  await expect(page).toHaveURL(/orderStatus=ALL_INFO_PROVIDED/)
  const shown = page.locator('tbody tr').filter({ hasText: 'Odottaa allekirjoitusta' })
  await shown.first().waitFor()
  await expect.poll(async () => (await page.locator('tbody tr').count()) - (await shown.count())).toBe(0)
  await page.getByRole('combobox', { name: 'Tilaus' }).selectOption('Ei tilausta')
  await page.getByRole('row', { name: /Malli Oskar/ }).waitFor()
  await expect(shown).toHaveCount(0)
})

test('a reader of reports is not asked to lock what only others can lock', async ({ browser, service }) => {
  const page = await person(browser, service, 'reporting@demo.example')
  await page.goto(`${service.url}/raportointi`)
  await page.getByRole('link', { name: 'Palkkarivit' }).waitFor()
  await expect(page.getByRole('button', { name: /Lukitse/ })).toHaveCount(0)
  await expect(page.getByText(/voit lukita|lukitse kuukausi/i)).toHaveCount(0)
  await page.goto(`${service.url}/admin/raportointi`)
  await expect(page).toHaveURL(/\/ei-oikeuksia/)
})

test('every part of the company settings is accessible and fits a narrow phone', async ({ browser, service }) => {
  const page = await person(browser, service, 'group@demo.example')
  for (const part of ['links', 'people', 'units', 'policy', 'payroll', 'facts']) {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(`${service.url}/yritys-asetukset?osio=${part}`)
    await page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), part).toBeLessThanOrEqual(320)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectAccessible(page, part)
  }
})
