import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { linksOfEveryPage, plantLinks } from '../helpers/link-pages.ts'
import { expect, type Service, settled, signedIn, testOn } from '../helpers/support.ts'
import { brokenPage, pressAround, readers } from './screens.ts'
import { translatePage } from './translator.ts'

/** A service of its own: links to pages are planted in it. */
const test = testOn(plantLinks)
test.describe.configure({ timeout: 900_000 })

/** The pages that a link opens, the first of each kind, of the service that they were made on. */
const linksOf = new Map<string, Promise<readonly string[]>>()

async function linkedPaths(service: Service): Promise<readonly string[]> {
  const found = await linksOfEveryPage(service)
  // The one that confirms an address leads strangers to the sign-in, which is looked at anyway.
  found.delete('confirmAddress')
  return [...found.values()].flatMap((paths) => paths.slice(0, 1))
}

function pathsOfLinks(service: Service): Promise<readonly string[]> {
  const paths = linksOf.get(service.url) ?? linkedPaths(service)
  linksOf.set(service.url, paths)
  return paths
}

const atDesk: BrowserContextOptions = {
  locale: 'fi-FI',
  timezoneId: 'Europe/Helsinki',
  viewport: { width: 1280, height: 900 },
}

/** Opens every screen of its readers in a browser that differs from the ordinary, and looks at each. */
async function lookAtAll(
  browser: Browser,
  service: Service,
  options: BrowserContextOptions,
  look: (page: Page, path: string) => Promise<string | null | undefined>,
): Promise<string[]> {
  const found: string[] = []
  for (const [email, paths] of Object.entries(readers)) {
    const storageState = email ? await (await signedIn(browser, service, email)).context().storageState() : undefined
    const context = await browser.newContext({ ...atDesk, ...options, ...(storageState ? { storageState } : {}) })
    for (const path of email ? paths : [...paths, ...(await pathsOfLinks(service))]) {
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      const errors: string[] = []
      page.on('pageerror', ({ message }) => errors.push(message))
      await page.goto(service.url + path)
      await settled(page)
      const fault = await look(page, path)
      if (await page.getByText(brokenPage).first().isVisible()) errors.push(brokenPage)
      if (fault) errors.push(fault)
      for (const error of errors) found.push(`${email} ${path}: ${error.split('\n')[0]}`)
      await page.close()
    }
    await context.close()
  }
  return found
}

test('no screen breaks under a translator while what can be pressed is pressed', { tag: '@long' }, async ({
  browser,
  service,
}) => {
  let pressed = 0
  const found = await lookAtAll(browser, service, {}, async (page, path) => {
    await page.evaluate(translatePage)
    const isTranslated = (await page.locator('font').count()) > 0
    pressed += await pressAround(page, 12)
    return isTranslated ? null : `${path} was not translated`
  })
  expect(found).toEqual([])
  expect(pressed).toBeGreaterThan(200)
})

/** What of a control can be seen in forced colours: the system paints its background unless told otherwise. */
const lookOf = (element: Element) => {
  const style = getComputedStyle(element)
  const border = `${style.borderBottomWidth} ${style.borderBottomColor}`
  return [style.backgroundColor, style.color, border, style.outlineStyle, style.outlineColor].join(' ')
}

test('in forced colours what is chosen looks different from what stands beside it', { tag: '@long' }, async ({
  browser,
  service,
}) => {
  let compared = 0
  const found = await lookAtAll(browser, service, { forcedColors: 'active' }, async (page) => {
    await page.evaluate(`window.lookOf = ${lookOf.toString()}`)
    const pairs = await page.evaluate(() => {
      const see: (element: Element) => string = Reflect.get(window, 'lookOf')
      const chosen = '[aria-selected="true"], [aria-pressed="true"], [aria-current]:not([aria-current="false"])'
      const controls = [...document.querySelectorAll(`:is(a, button):is(${chosen})`)]
      const radios = [...document.querySelectorAll('label:has(> input[type="radio"]:checked)')]
      return [...controls, ...radios].flatMap((one) => {
        const group =
          one.closest('[role=tablist], nav, ul, fieldset, [role=group], [role=radiogroup]') ?? one.parentElement!
        const other = [...group.querySelectorAll(one.tagName)].find(
          (each) =>
            each !== one &&
            !each.matches(chosen) &&
            !each.querySelector(':checked') &&
            each.getClientRects().length > 0,
        )
        if (!other || one.getClientRects().length === 0) return []
        return [{ name: one.textContent?.trim() ?? '', same: see(one) === see(other) }]
      })
    })
    compared += pairs.length
    const same = pairs.filter((pair) => pair.same)
    return same.length > 0 ? `looks like its neighbours: ${same.map(({ name }) => name).join(', ')}` : null
  })
  expect(found).toEqual([])
  expect(compared).toBeGreaterThan(60)
})

test('at 320 × 256 nothing scrolls sideways and bars leave the page two thirds of the window', {
  tag: '@long',
}, async ({ browser, service }) => {
  const found = await lookAtAll(browser, service, { viewport: { width: 320, height: 256 } }, async (page) => {
    const { sideways, covered } = await page.evaluate(() => {
      window.scrollTo(0, 400)
      const { clientWidth, clientHeight, scrollWidth } = document.documentElement
      const bars = [...document.querySelectorAll('body *')].filter((one) => {
        const { position, visibility, display } = getComputedStyle(one)
        if (!['fixed', 'sticky'].includes(position) || visibility === 'hidden' || display === 'none') return false
        const { top, bottom, width } = one.getBoundingClientRect()
        return width >= clientWidth / 2 && bottom > 0 && top < clientHeight && !one.closest('table, [aria-hidden=true]')
      })
      const rows = new Set<number>()
      for (const bar of bars) {
        const { top, bottom } = bar.getBoundingClientRect()
        for (let y = Math.max(0, Math.floor(top)); y < Math.min(clientHeight, bottom); y += 1) rows.add(y)
      }
      return { sideways: scrollWidth - clientWidth, covered: rows.size }
    })
    if (sideways > 1) return `${sideways} px sideways`
    return covered > 256 / 3 ? `${covered} of 256 px covered` : null
  })
  expect(found).toEqual([])
})

/** The days and times that a page shows, in its order. */
const momentsOf = (page: Page) =>
  page.evaluate(
    () => document.querySelector('main')?.innerText.match(/\d{1,2}\.\d{1,2}\.(?:\d{4})?|\bklo \d{1,2}[.:]\d{2}/g) ?? [],
  )

test('days and times are those of Helsinki wherever the browser is', { tag: '@long' }, async ({ browser, service }) => {
  const seen = new Map<string, string[]>()
  let days = 0
  const look = async (zone: string) =>
    lookAtAll(browser, service, { timezoneId: zone }, async (page, path) => {
      const moments = await momentsOf(page)
      days += moments.length
      if (zone === 'Europe/Helsinki') seen.set(path, moments)
      // A long list draws its last rows later: what both have drawn is the same.
      const shared = Math.min(moments.length, seen.get(path)!.length)
      const [here, there] = [moments, seen.get(path)!].map((all) => all.slice(0, shared).join(' '))
      return here === there ? null : `${zone}: ${here} instead of ${there}`
    })
  expect(await look('Europe/Helsinki')).toEqual([])
  expect(days).toBeGreaterThan(200)
  expect(await look('America/Los_Angeles')).toEqual([])
  expect(await look('Pacific/Auckland')).toEqual([])
})
