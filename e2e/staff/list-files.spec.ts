import { readFileSync } from 'node:fs'
import { expect, settled, signedIn, test } from '../helpers/support.ts'

const lists = ['/admin/kayttajamaksut', '/admin/lunastusmaksut', '/admin/peruutukset', '/admin/kayttajat']

test('a list of which the server makes no file goes into one as it is shown', async ({ browser, service }) => {
  const page = await signedIn(browser, service, 'super@demo.example')
  for (const path of lists) {
    await page.goto(service.url + path)
    await settled(page)
    const shown = await page.getByRole('status').filter({ hasText: ' / ' }).innerText()
    const total = Number(/\/ (\d+)/.exec(shown)![1])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Vie CSV' }).click()
    const [head, ...rows] = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(rows.length, path).toBe(total)
    const first = await page.locator('thead th').filter({ hasText: /\S/ }).first().innerText()
    expect(head!.replace('\ufeff', '').split(';')[0], path).toBe(first.split('\n')[0])
    await expect(page.locator('table[hidden]')).toHaveCount(0)
    console.log(`${path}: ${total} rows, ${head!.split(';').length} columns, first: ${rows[0]}`)
  }
})
