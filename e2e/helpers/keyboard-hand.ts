import type { CDPSession, Locator, Page } from '@playwright/test'
import { isCovered, isTiny, wasUnmarked } from './focus-marks.ts'
import { controls, type Hand, type Name, type Place, type Role } from './hands.ts'
import { fits, hear, keepAnnouncements, where } from './screen-reader.ts'
import { expect, settled } from './support.ts'

/** Nobody should need more presses than this to come to a control of the page they are on. */
const MOST_PRESSES = 80

/** Whether a control stands before what has the focus. */
const isBefore = (target: Locator) =>
  target.evaluate((element) => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body || element.contains(activeElement)) return false
    return Boolean(activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING)
  })

/** Presses Tab, to and fro, until the control has the focus; everything on the way is seen and has a name. */
async function reach(page: Page, browser: CDPSession, found: Locator, role: Role, name: Name) {
  const target = found.first()
  await target.waitFor()
  // Two controls that sound the same cannot be told apart; links may lead to one place from two.
  if (typeof name === 'string' && role !== 'link')
    expect(await found.filter({ visible: true }).count(), `${role} ${name} on ${page.url()}`).toBe(1)
  await expect(target).toBeEnabled()
  await expect.poll(() => isInFrontOf(target), { message: `the dialog of ${role} ${name} takes the focus` }).toBe(true)
  const key = (await isBefore(target)) ? 'Shift+Tab' : 'Tab'
  const way: string[] = []
  for (let presses = 0; !(await target.evaluate((element) => element === document.activeElement)); presses += 1) {
    expect(presses, `${role} ${name} is reached by ${key} on ${page.url()}, past ${way.join(', ')}`).toBeLessThan(
      MOST_PRESSES,
    )
    await page.keyboard.press(key)
    const stop = await hear(browser)
    way.push(`${stop.role} “${stop.name}”`)
    await expectSeen(page, way)
  }
  const { role: saidRole, name: saidName } = await hear(browser)
  expect(saidRole, `${saidName} on ${page.url()}`).toBe(role)
  expect(fits(name, saidName), `${role} ${name} is heard as “${saidName}” on ${page.url()}`).toBe(true)
}

/** Whether the focus is in the dialog that a control stands in; one that opens takes it a moment after it is drawn. */
const isInFrontOf = (target: Locator) =>
  target.evaluate((element) => element.closest('[role="dialog"]')?.contains(document.activeElement) ?? true)

/** The stop the focus has come to is named and on the screen, and the one before it had a mark. */
async function expectSeen(page: Page, way: readonly string[]) {
  const faults = await page.evaluate<string[]>(
    `(() => {
      const found = []
      if (document.activeElement === document.body) return found
      if ((${wasUnmarked})()) found.push('the stop before shows no focus')
      if ((${isTiny})()) found.push('has no size')
      else if ((${isCovered})()) found.push('is covered or off the screen')
      return found
    })()`,
  )
  const isNameless = way.at(-1)!.endsWith('“”') && !way.at(-1)!.startsWith('RootWebArea')
  expect(isNameless ? [...faults, 'has no name'] : faults, `${way.slice(-2).join(', ')} on ${page.url()}`).toEqual([])
}

/** What was true of the page when a key was pressed, for what has to hold after it. */
type Before = Awaited<ReturnType<typeof where>>

/** Waits until the page has settled, also when a new one is being loaded. */
async function afterwards(page: Page): Promise<Before> {
  for (;;)
    try {
      await settled(page)
      return await where(page)
    } catch (error) {
      if (!/context was destroyed|navigation/i.test(String(error))) throw error
    }
}

/** A change within the page leaves the focus somewhere; a page loaded anew is read out from its start. */
async function expectFocusKept(page: Page, before: Before, act: string) {
  const isLost = async () => {
    const now = await afterwards(page)
    return now.document === before.document && now.isLost
  }
  // A part that takes the place of another may come a moment after it; a focus that is lost never comes back.
  await expect.poll(isLost, { message: `${act} leaves the focus nowhere` }).toBe(false)
}

/** The option of a native list or of an open one, whichever has the focus, by the arrow that goes down. */
async function arrowTo(page: Page, browser: CDPSession, option: Name) {
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    const { role, name, value } = await hear(browser)
    if (fits(option, role === 'option' ? name : value)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the arrow does not come to ${option} on ${page.url()}`)
}

/** Works by keyboard alone, hearing what a screen reader says of each stop: it neither points nor sets the focus itself. */
export async function byKeyboard(page: Page, skipLink: string): Promise<Hand> {
  await page.addInitScript(keepAnnouncements)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Accessibility.enable')
  let before: Before | null = null
  const go = (role: Role, name: Name, place?: Place) =>
    reach(page, browser, controls(page, role, name, place), role, name)
  return {
    page,
    async open(url) {
      await page.goto(url)
      before = null
      const { isLost } = await afterwards(page)
      if (!isLost) return
      await page.keyboard.press('Tab')
      expect(await hear(browser), `the first stop of ${url}`).toMatchObject({ role: 'link', name: skipLink })
      await page.keyboard.press('Enter')
    },
    async press(role, name, place) {
      await go(role, name, place)
      before = await where(page)
      await page.keyboard.press('Enter')
      await expectFocusKept(page, before, `${role} ${name}`)
    },
    async type(name, text, place, role = 'textbox') {
      await go(role, name, place)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    async choose(name, option) {
      await go('combobox', name)
      const isNative = await page.evaluate(() => document.activeElement instanceof HTMLSelectElement)
      if (!isNative) await page.keyboard.press('ArrowDown')
      if (!isNative) await page.getByRole('listbox').getByRole('option').first().waitFor()
      await arrowTo(page, browser, option)
      if (!isNative) await page.keyboard.press('Enter')
    },
    async tick(name) {
      await go('checkbox', name)
      await page.keyboard.press('Space')
      await expect(controls(page, 'checkbox', name).first()).toBeChecked()
    },
    async arrives(heading) {
      const shown = page.getByRole('heading', {
        level: 1,
        name: heading,
        ...(typeof heading === 'string' ? { exact: true } : {}),
      })
      await shown.waitFor()
      const now = await afterwards(page)
      if (!before || now.document !== before.document) return
      expect(now.isLost, `the focus is nowhere on ${page.url()}`).toBe(false)
      // A field that has the focus is read with its name and what is said below it.
      const isTold = now.isOnHeading || now.isInField || now.announced.length > before.announced.length
      expect(isTold, `nothing tells a screen reader of “${heading}” on ${page.url()}`).toBe(true)
    },
  }
}
