import type { Page } from '@playwright/test'
import { isTiny, type Marked, wasUnmarked } from './focus-marks.ts'

const PRESSES_AT_ONCE = 40

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
  stops?: number
  hasEnded?: boolean
}

/** The page notes by itself what the focus meets from here on, until it leaves the page's content or comes round. */
const noteStops = () => {
  const marked = window as Noted
  const { wasHere: isBack, wasUnmarked: isUnmarked, isTiny: isSmall } = marked.checks!
  const noted: string[] = []
  Object.assign(marked, { noted, stops: 0, hasEnded: false })
  let before = ''
  document.addEventListener('focusin', () => {
    if (marked.hasEnded) return
    const here = document.activeElement!
    if (isUnmarked()) noted.push(`${before} shows no focus`)
    before = here.outerHTML.slice(0, 80)
    const isRound = isBack()
    if (isRound) noted.push(`${before} comes round again`)
    marked.hasEnded = isRound || !here.closest('main')
    if (marked.hasEnded) return
    marked.stops! += 1
    if (isSmall()) noted.push(`${before} has no size`)
  })
}

/** Whether the walk has come to its end. */
const hasEnded = () => (window as Noted).hasEnded === true || !document.activeElement?.closest('main')

/** What was noted, and what of the content takes the focus by Tab and has not been met. */
const wrongStops = () => {
  const { met = new WeakSet(), noted = [], stops } = window as Noted
  const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]'
  const isChosen = (radio: HTMLInputElement) => {
    const group = document.getElementsByName(radio.name) as NodeListOf<HTMLInputElement>
    return radio.checked || ![...group].some(({ checked }) => checked)
  }
  const missed = [...document.querySelectorAll<HTMLElement>(`main :is(${focusable})`)].filter((element) => {
    if (met.has(element) || element.tabIndex < 0 || element.matches(':disabled, [type="hidden"], [inert] *'))
      return false
    if (element instanceof HTMLInputElement && element.type === 'radio' && !isChosen(element)) return false
    // The way back to the top comes by scrolling, so the walk itself may bring it when it is past it.
    const comesByScrolling = getComputedStyle(element).position === 'fixed'
    return !comesByScrolling && element.checkVisibility({ visibilityProperty: true })
  })
  const alone = stops === 0 ? ['has no stop'] : []
  return [...noted, ...alone, ...missed.map((element) => `${element.outerHTML.slice(0, 80)} is not reached`)]
}

/** A part that takes the focus and that assistive technology is told without a name. */
const nameless = /- (button|link|textbox|searchbox|combobox|checkbox|radio|switch|slider|tab|spinbutton)(:| \[|$)(?! ")/

/** Goes through the page's content by Tab, to its end. @returns what was wrong on the way, and what has no name */
export async function tabThrough(page: Page): Promise<string[]> {
  await page.addStyleTag({ content: '*, *::before, *::after { transition: none !important }' })
  await page.locator('main').focus()
  await page.evaluate(`window.checks = { wasHere: ${wasHere}, wasUnmarked: ${wasUnmarked}, isTiny: ${isTiny} }`)
  await page.evaluate(noteStops)
  while (!(await page.evaluate(hasEnded)))
    for (let presses = 0; presses < PRESSES_AT_ONCE; presses += 1) await page.keyboard.press('Tab')
  const lines = (await page.locator('main').ariaSnapshot()).split('\n')
  const unnamed = lines.filter((line) => nameless.test(line)).map((line) => `has no name:${line}`)
  return [...(await page.evaluate(wrongStops)), ...unnamed]
}
