import type { Page } from '@playwright/test'
import { expect, expectAccessible, settled, signedIn, test } from './support.ts'

test.describe.configure({ mode: 'parallel' })

/** The registers of the administration and the own page, half of them at a time; axe looks at them in desk.spec.ts. */
const registers: readonly (readonly string[])[] = [
  [
    '/admin/yritykset',
    '/admin/konsernit',
    '/admin/liikkeet',
    '/admin/liikeryhmat',
    '/admin/rahoitusyhtiot',
    '/admin/laskutustaulukot',
    '/admin/alv',
    '/admin/verotaulukot',
    '/admin/asetukset',
  ],
  [
    '/admin/kayttajat',
    '/admin/roolit',
    '/admin/tehtavat',
    '/admin/sopimukset',
    '/admin/asiakirjat',
    '/admin/ehdot',
    '/admin/contact-forms',
    '/admin/lahetykset',
    '/kayttaja',
  ],
]

/** Pages without a list whose rows open beside it: rows of tasks lead on. Every other register has a row in the demo. */
const withoutRows = ['/admin/verotaulukot', '/admin/asetukset', '/admin/tehtavat', '/kayttaja']

/** A matrix has hundreds of boxes that are alike; the walk sees the first of them. */
const ENOUGH = 50

/** Where the focus stands within the page's own content, as assistive technology is told it; null outside of it. */
async function stopOf(page: Page): Promise<string | null> {
  const focused = page.locator('main :focus')
  if ((await focused.count()) === 0) return null
  const [said = ''] = (await focused.ariaSnapshot()).split('\n')
  // The snapshot gives a summary as its text alone, though browsers tell it as a part that opens, by that name.
  const isSummary = await focused.evaluate((element) => element.tagName === 'SUMMARY')
  return isSummary ? said.replace(/^- text: (.+)$/, 'disclosure "$1"') : said.replace(/^- /, '')
}

interface Marked {
  lastStop?: { parts: (Element | null)[]; looks: string }
  met?: WeakSet<Element>
}

/** Whether the focus has stood here before: then it goes round in a part of the page. */
const wasHere = () => {
  const marked = window as Marked
  marked.met ??= new WeakSet()
  const here = document.activeElement!
  if (marked.met.has(here)) return true
  marked.met.add(here)
  return false
}

/** Whether the stop before this one looks now as it looked with the focus, which nobody could have seen then. */
const wasUnmarked = () => {
  const looksOf = (parts: (Element | null)[]) =>
    parts
      .map((part) => {
        if (!part) return ''
        const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(part)
        return `${outline} ${boxShadow} ${borderColor} ${backgroundColor}`
      })
      .join('; ')
  const marked = window as Marked
  const { lastStop } = marked
  const element = document.activeElement
  const parts = element ? [element, element.parentElement, element.nextElementSibling] : []
  marked.lastStop = { parts, looks: looksOf(parts) }
  return lastStop !== undefined && looksOf(lastStop.parts) === lastStop.looks
}

/** Whether the focus cannot be seen where it stands; a switch or a choice is drawn by its label. */
const isTiny = () => {
  const element = document.activeElement!
  const parts = [element, ...((element as HTMLInputElement).labels ?? [])]
  return parts.every((part) => part.getBoundingClientRect().width < 4 || part.getBoundingClientRect().height < 4)
}

/** Goes through the page's content by Tab. @returns what was met, and what was wrong with it */
async function walk(page: Page) {
  const stops: string[] = []
  const faults: string[] = []
  await page.addStyleTag({ content: '*, *::before, *::after { transition: none !important }' })
  await page.locator('main').focus()
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await stopOf(page)
    if ((await page.evaluate(wasUnmarked)) && stops.length > 0) faults.push(`${stops.at(-1)} shows no focus`)
    if (!stop) return { stops, faults }
    if (await page.evaluate(wasHere)) return { stops, faults: [...faults, `${stop} comes round again`] }
    stops.push(stop)
    if (!/ "[^"]/.test(stop)) faults.push(`stop ${stops.length} has no name: ${stop}`)
    if (await page.evaluate(isTiny)) faults.push(`${stop} has no size`)
    if (stops.length === ENOUGH) return { stops, faults }
  }
}

/** Opens the first row of a list by Enter, and closes it by Escape, which leads back to the row. */
async function openAndClose(page: Page): Promise<string[]> {
  const opener = page.locator('tbody tr:first-child > td > button').first()
  if ((await opener.count()) === 0) return ['has no row that opens']
  await opener.focus()
  await page.keyboard.press('Enter')
  await settled(page)
  const panel = page.getByRole('complementary').last()
  if (!(await panel.getByRole('heading', { level: 2 }).first().isVisible())) return ['opens no named panel']
  await page.keyboard.press('Escape')
  const isBack = await opener.evaluate((element) => element === document.activeElement)
  return isBack ? [] : ['does not lead back to its row']
}

for (const [part, addresses] of registers.entries())
  test(`the registers of part ${part + 1} are walked by keyboard, and every stop has a name`, async ({
    browser,
    service,
  }) => {
    const page = await signedIn(browser, service, 'super@demo.example')
    const faults: string[] = []
    for (const address of addresses) {
      await page.goto(service.url + address)
      await settled(page)
      const walked = await walk(page)
      const { stops } = walked
      const inRow = withoutRows.includes(address) ? [] : await openAndClose(page)
      const alone = stops.length === 0 ? ['has no stop'] : []
      faults.push(...[...walked.faults, ...inRow, ...alone].map((fault) => `${address} ${fault}`))
    }
    expect(faults).toEqual([])
  })

test('the file of stores is asked for in a dialog that gives the focus back', async ({ browser, service }) => {
  const page = await signedIn(browser, service, 'super@demo.example')
  await page.goto(`${service.url}/admin/liikkeet`)
  await settled(page)
  const open = page.getByRole('button', { name: 'Tuo liikkeitä' })
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Tuo liikkeitä CSV-tiedostosta' })
  await expect(dialog.locator(':focus')).toBeVisible()
  await expectAccessible(page, 'the dialog')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
})

/** The matrix draws a thousand boxes anew after each change, which takes its time on a busy machine. */
const told = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible({ timeout: 30_000 })

test('a role is made, given a right and removed by keyboard alone', async ({ browser, service }) => {
  const page = await signedIn(browser, service, 'super@demo.example')
  await page.goto(`${service.url}/admin/roolit`)
  await settled(page)
  const { keyboard } = page
  const focused = (role: 'button' | 'textbox' | 'combobox' | 'checkbox', name: string) =>
    expect(page.getByRole(role, { name, exact: true }).and(page.locator(':focus'))).toBeVisible()

  await page.getByRole('button', { name: 'Lisää rooli' }).focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Uusi rooli' })).toBeVisible()
  await focused('textbox', 'Rooli')
  await keyboard.type('Laskujen lukija')
  await keyboard.press('Tab')
  await focused('combobox', 'Ulottuu')
  await keyboard.press('Tab')
  await focused('button', 'Lisää rooli')
  await keyboard.press('Enter')
  await told(page, 'Rooli Laskujen lukija on lisätty')
  await focused('button', 'Lisää rooli')

  const box = page.getByRole('checkbox', { name: 'Laskujen lukija: invoice:read', exact: true })
  await box.focus()
  await keyboard.press('Space')
  await expect(box).toBeChecked()
  await focused('checkbox', 'Laskujen lukija: invoice:read')

  await page.getByRole('button', { name: 'Laskujen lukija', exact: true }).focus()
  await keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Laskujen lukija' })
  await panel.getByRole('button', { name: 'Poista rooli' }).focus()
  await keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Poistetaanko rooli Laskujen lukija?' })
  await question.getByRole('button', { name: 'Poista rooli' }).focus()
  await keyboard.press('Enter')
  await told(page, 'Rooli Laskujen lukija on poistettu')
})
