import type { Page } from '@playwright/test'
import { screens } from '../src/app/screens.tsx'
import { seededPermissionsOf } from '../src/platform/contract/permissions.ts'
import { isTiny, type Marked, wasUnmarked } from './focus-marks.ts'
import { expect, expectAccessible, settled, signedIn, test } from './support.ts'

test.describe.configure({ mode: 'parallel' })

const held = new Set<string>(seededPermissionsOf('SUPER_ADMIN'))
/** Every page of the administration that a super admin may open, and the own page; axe looks at them in desk.spec.ts. */
const registers = screens
  .filter(({ access, path }) => (access === 'session' || held.has(access)) && !path.includes('$'))
  .map(({ path }) => path)
  .filter((path) => path === '/admin' || path.startsWith('/admin/') || path === '/kayttaja')
/** They are walked in parts, beside each other. */
const PARTS = 4

/**
 * Pages without a list whose rows open beside it: rows of tasks lead on, and the demo has no plan of an absence. Every
 * other list has a row in the demo.
 */
const withoutRows = [
  '/admin/verotaulukot',
  '/admin/asetukset',
  '/admin/tehtavat',
  '/admin/raportointi',
  '/admin/lisaa-yritys',
  '/admin/poissaolot',
  '/kayttaja',
]

/** So many stops of a page are read one by one; the walk goes on to its end by what the page itself notes of each. */
const READ_ONE_BY_ONE = 50
const PRESSES_AT_ONCE = 40

/** Where the focus stands within the page's own content, as assistive technology is told it; null outside of it. */
async function stopOf(page: Page): Promise<string | null> {
  const focused = page.locator('main :focus')
  if ((await focused.count()) === 0) return null
  const [said = ''] = (await focused.ariaSnapshot()).split('\n')
  // The snapshot gives a summary as its text alone, though browsers tell it as a part that opens, by that name.
  const isSummary = await focused.evaluate((element) => element.tagName === 'SUMMARY')
  return isSummary ? said.replace(/^- text: (.+)$/, 'disclosure "$1"') : said.replace(/^- /, '')
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

interface Noted extends Marked {
  checks?: Record<'wasHere' | 'wasUnmarked' | 'isTiny', () => boolean>
  noted?: string[]
  hasLeft?: boolean
}

/** The page notes by itself what the focus meets from here on, by the checks that the one-by-one walk asks it for. */
const noteStops = () => {
  const marked = window as Noted
  const { wasHere: isBack, wasUnmarked: isUnmarked, isTiny: isSmall } = marked.checks!
  const noted: string[] = []
  marked.noted = noted
  let before = ''
  document.addEventListener('focusin', () => {
    if (marked.hasLeft) return
    const here = document.activeElement!
    if (isUnmarked()) noted.push(`${before || 'the stop before'} shows no focus`)
    before = here.outerHTML.slice(0, 80)
    marked.hasLeft = !here.closest('main')
    if (marked.hasLeft) return
    if (isBack()) noted.push(`${before} comes round again`)
    if (isSmall()) noted.push(`${before} has no size`)
  })
}

/** Whether the walk has left the page's content. */
const hasLeft = () => (window as Noted).hasLeft === true || !document.activeElement?.closest('main')

/** What was noted, and what of the content takes the focus by Tab and has not been met. */
const missedStops = () => {
  const { met, noted = [] } = window as Noted
  const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]'
  const isChosen = (radio: HTMLInputElement) => {
    const group = document.getElementsByName(radio.name) as NodeListOf<HTMLInputElement>
    return radio.checked || ![...group].some(({ checked }) => checked)
  }
  const missed = [...document.querySelectorAll<HTMLElement>(`main :is(${focusable})`)].filter((element) => {
    if (met!.has(element) || element.tabIndex < 0 || element.matches(':disabled, [type="hidden"], [inert] *'))
      return false
    if (element instanceof HTMLInputElement && element.type === 'radio' && !isChosen(element)) return false
    return element.checkVisibility({ visibilityProperty: true })
  })
  return [...noted, ...missed.map((element) => `${element.outerHTML.slice(0, 80)} is not reached`)]
}

/** A part that takes the focus and that assistive technology is told without a name. */
const nameless = /- (button|link|textbox|searchbox|combobox|checkbox|radio|switch|slider|tab|spinbutton)(:| \[|$)(?! ")/

/** Walks on from where the one-by-one walk stopped to the content's end. @returns what was wrong on the whole page */
async function walkOn(page: Page, isAtEnd: boolean): Promise<string[]> {
  if (!isAtEnd) {
    await page.evaluate(`window.checks = { wasHere: ${wasHere}, wasUnmarked: ${wasUnmarked}, isTiny: ${isTiny} }`)
    await page.evaluate(noteStops)
    while (!(await page.evaluate(hasLeft)))
      for (let presses = 0; presses < PRESSES_AT_ONCE; presses += 1) await page.keyboard.press('Tab')
  }
  const lines = (await page.locator('main').ariaSnapshot()).split('\n')
  const unnamed = lines.filter((line) => nameless.test(line)).map((line) => `has no name:${line}`)
  return [...(await page.evaluate(missedStops)), ...unnamed]
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
    if (!stop) return { stops, faults: [...faults, ...(await walkOn(page, true))] }
    if (await page.evaluate(wasHere)) return { stops, faults: [...faults, `${stop} comes round again`] }
    stops.push(stop)
    if (!/ "[^"]/.test(stop)) faults.push(`stop ${stops.length} has no name: ${stop}`)
    if (await page.evaluate(isTiny)) faults.push(`${stop} has no size`)
    if (stops.length === READ_ONE_BY_ONE) return { stops, faults: [...faults, ...(await walkOn(page, false))] }
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

for (let part = 1; part <= PARTS; part += 1)
  test(`the registers of part ${part} are walked by keyboard, and every stop has a name`, async ({
    browser,
    service,
  }) => {
    const page = await signedIn(browser, service, 'super@demo.example')
    const faults: string[] = []
    for (const address of registers.filter((_, index) => index % PARTS === part - 1)) {
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
