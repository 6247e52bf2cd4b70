import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { expect, expectAccessible, settled, signedIn, testOn } from '../helpers/support.ts'

// It closes a month, so no other journey meets this service.
const test = testOn(async () => undefined)

test('@long a closed month of the books goes out to bookkeeping programs, and the charts show their figures', async ({
  browser,
  service,
}) => {
  const page = await signedIn(browser, service, 'super@demo.example')
  await page.goto(`${service.url}/admin/kirjanpito`)
  await settled(page)
  for (const name of ['Kassa viikoittain, €', 'Avoimet laskut iän mukaan', 'Arvonlisävero kuukausittain, €']) {
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.getByRole('region', { name }).getByRole('table')).toBeVisible()
  }
  await expectAccessible(page, 'the charts of the books')
  await page.getByRole('row').filter({ hasText: 'Suljetaan seuraavaksi' }).getByRole('button').first().click()
  const panel = page.getByRole('complementary')
  await expect(panel.getByRole('button', { name: 'Netvisor' })).toHaveCount(0)
  await panel.getByRole('button', { name: /^Sulje / }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox').first()).toBeVisible()
  for (const reason of await dialog.getByRole('textbox').all()) await reason.fill('Ero on selvitetty.')
  await dialog.getByRole('button', { name: /^Sulje / }).click()
  for (const [name, columns] of [
    ['Netvisor', 6],
    ['Procountor', 47],
    ['Fennoa', 7],
  ] as const) {
    const waiting = page.waitForEvent('download')
    await panel.getByRole('button', { name }).click()
    const download = await waiting
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${name.toLowerCase()}-\\d{4}-\\d{2}\\.csv$`))
    const lines: string[][] = parse(await readFile(await download.path(), 'latin1'), { delimiter: ';' })
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.every((cells) => cells.length === columns)).toBe(true)
  }
  await expectAccessible(page, 'the files of a closed month')
})
