import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import fi from '#features/story/lease-story/texts/fi.json' with { type: 'json' }
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

/** The head of one's own lease as a phone shows it, for one situation after the other. */
async function drawHeads(page: Page, url: string): Promise<Drawn[]> {
  const drawn: Drawn[] = []
  for (const [name, { key, awaited, act, day, cents, process }] of situationCases) {
    const ids = { kind: process?.kind, id: '018f0000-0000-7000-8000-000000000000' }
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
    const pictures = themes.map((theme) => `${theme}-${name}.png`)
    for (const [index, theme] of themes.entries()) {
      await page.evaluate((chosen) => {
        document.documentElement.dataset.mantineColorScheme = chosen
      }, theme)
      await head.screenshot({ path: path.join(folder, pictures[index]!) })
    }
    drawn.push({ name, pictures })
    await page.unroute('**/api/lease-stories/*')
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
