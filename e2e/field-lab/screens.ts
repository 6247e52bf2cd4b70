import type { Page } from '@playwright/test'
import { pagePaths } from '../../src/features/site/public-pages/pages.ts'
import { pages } from '../../src/platform/contract/pages.ts'

const employer = ['/tyonantaja', '/yritys-asetukset', '/raportointi']
const own = ['/mybike', '/kayttaja', '/bikeBrokerageService']

/** Pages that end a session, or stand apart of all others. */
const leftOut: readonly string[] = [pages.logout, pages.maintenance, pages.deactivated, pages.demo]
const plain = Object.values(pages).filter((path) => !path.includes('$') && !leftOut.includes(path))
const within = (roots: readonly string[]) =>
  plain.filter((path) => roots.some((root) => path === root || path.startsWith(`${root}/`)))

/** Who looks at which pages: together all that stand at an address of their own. */
export const readers: Readonly<Record<string, readonly string[]>> = {
  'internal@demo.example': within(['/admin']),
  'employer@demo.example': within(employer),
  'employee@demo.example': within(own),
  '': [
    ...new Set(Object.values(pagePaths).filter((path) => !leftOut.includes(path))),
    ...plain.filter((path) => !within(['/admin', ...employer, ...own]).includes(path)),
  ],
}

/** What stood on the page when its library gave it up. */
export const brokenPage = 'Jokin meni vikaan'

/** Presses that change nothing stored: what opens, shows, sorts and turns pages. */
const harmless = [
  'main [role=tab]',
  'main summary',
  'main th button',
  'main [aria-expanded=false]',
  'main [aria-pressed]',
  'footer .theme',
  'main tbody tr td button',
].join(', ')

/** Presses what can be pressed, up to a number of times; a dialog that opens is closed again. */
export async function pressAround(page: Page, most: number): Promise<number> {
  let pressed = 0
  for (let at = 0; pressed < most; at += 1) {
    const next = page.locator(harmless).nth(at)
    if ((await next.count()) === 0) break
    if (!(await next.isVisible()) || !(await next.isEnabled())) continue
    await next.click({ timeout: 3_000 }).catch(() => {})
    pressed += 1
    await page.keyboard.press('Escape')
  }
  return pressed
}
