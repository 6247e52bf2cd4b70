import { addDays, formatDay } from '../src/platform/values/days.ts'
import { expect, expectAccessible, settled, signedIn, testOn } from './helpers/support.ts'

/** A service of its own: an application is decided that others look at. */
const test = testOn(async () => undefined)

/** Rows of tasks, without the headings of their groups. */
const TASKS = 'tbody tr:has(td a)'

test('staff see what waits in groups, what is late first, and the numbers in the rail and above Hakemukset', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'super@demo.example')
  // The jobs of a service that has just begun may open a task between the two pages.
  await expect(async () => {
    await page.goto(`${service.url}/admin`)
    await settled(page)
    const strip = page.getByRole('navigation', { name: 'Työ tänään' })
    const waiting = strip.getByRole('link', { name: /odottaa$/ })
    await expect(waiting).toHaveText(/^\d+ odottaa$/)
    const count = Number.parseInt((await waiting.innerText()).trim(), 10)
    await strip.getByRole('link', { name: 'Avaa Tänään' }).click()
    await settled(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tänään')
    const rail = page.getByRole('navigation', { name: 'Hallinta' }).getByRole('link', { name: /^Tänään/ })
    await expect(rail).toContainText(String(count))
    await expect(page.locator('tbody th[scope=rowgroup]').first()).toContainText('Myöhässä')
    await expect(page.locator(TASKS)).toHaveCount(count, { timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  await expectAccessible(page, 'Tänään')
})

test('an application is taken, put off with a word why, brought back and accepted beside its row', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'super@demo.example')
  await page.goto(`${service.url}/admin/tehtavat?action=decideApplication`)
  await settled(page)
  const rows = page.locator(TASKS)
  const before = await rows.count()
  const name = (await rows.first().locator('td').nth(2).innerText()).split('\n').at(-1)!.trim()
  const row = rows.filter({ hasText: name })

  await row.getByRole('button', { name: /^Ota itsellesi/ }).click()
  await expect(row.getByRole('button', { name: /^Anna takaisin/ })).toBeVisible()
  await page.getByRole('button', { name: /^Minun/ }).click()
  await expect(rows).toHaveCount(1)

  await row.getByRole('button', { name: /^Torkuta/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Torkuta: / })
  await dialog.getByRole('textbox', { name: 'Miksi' }).fill('Odotamme yrityksen vastausta')
  await expectAccessible(page, 'the dialog')
  await dialog.getByRole('textbox', { name: 'Palaa listaan' }).fill('1.1.2020')
  await dialog.getByRole('button', { name: 'Torkuta' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Palaa listaan' })).toHaveAttribute('aria-invalid', 'true')
  await dialog
    .getByRole('textbox', { name: 'Palaa listaan' })
    .fill(formatDay(addDays((await service.now()).slice(0, 10), 2)))
  await dialog.getByRole('button', { name: 'Torkuta' }).click()
  await expect(rows).toHaveCount(0)
  await page.getByRole('button', { name: /^Torkutetut/ }).click()
  await expect(row).toContainText('Odotamme yrityksen vastausta')
  await row.getByRole('button', { name: /^Herätä/ }).click()
  await expect(rows).toHaveCount(0)

  await page.getByRole('button', { name: /^Kaikki/ }).click()
  await expect(rows).toHaveCount(before)
  await row.getByRole('button', { name: /^Hyväksy: / }).click()
  const question = page.getByRole('dialog', { name: /^Hyväksytäänkö/ })
  await question.getByRole('button', { name: 'Hyväksy 1 hakemus' }).click()
  await expect(question).toBeHidden()
  await expect(rows).toHaveCount(before - 1)
})
