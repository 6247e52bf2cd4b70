import { todayAsTyped } from '#features/site/public-pages/web/calculator/today.ts'
import { kept, keys } from '#features/site/public-pages/web/islands/storage.ts'
import { isProbablySignedIn } from '#platform/web/api/signed-in-hint.ts'

const WAKES_BY_ITSELF_MS = 5_000
const touches = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const

/**
 * The calculator stands complete in the page, so its script comes when somebody reaches for it, at once when the
 * address or the browser remembers other figures, and in any case a few seconds after the page.
 */
function startCalculator(root: Element, data: string): void {
  let isAwake = false
  const wake = async () => {
    if (isAwake) return
    isAwake = true
    for (const touch of touches) root.removeEventListener(touch, wake)
    const island = await import('./calculator-island.tsx')
    island.wake(root, data)
  }
  for (const touch of touches) root.addEventListener(touch, wake, { passive: true })
  addEventListener('hashchange', wake)
  setTimeout(wake, WAKES_BY_ITSELF_MS)
  if (location.hash.length > 1 || kept(keys.calculator) !== null || isProbablySignedIn()) void wake()
}

/** The page was made on another day; the example is confirmed today, whether its script has come or not. */
function showToday(root: Element): void {
  const day = root.querySelector<HTMLInputElement>('#paiva')
  if (day) day.value = todayAsTyped()
}

const root = document.querySelector('#calculator')
const data = document.querySelector('#calculator-data')?.textContent
if (root) showToday(root)
if (root && data) startCalculator(root, data)
