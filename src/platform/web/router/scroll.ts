export interface ScrollPosition {
  readonly x: number
  readonly y: number
}

/** The scroll position after a navigation: the top, unchanged, or where the user left the page. */
export type Scroll = 'top' | 'keep' | ScrollPosition

/** Content that loads later than this no longer changes the scroll position. */
const SCROLL_TIMEOUT_MS = 5000
const USER_INPUT_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

function hashTarget(): HTMLElement | null {
  const hash = window.location.hash.slice(1)
  if (!hash) return null
  try {
    return document.getElementById(decodeURIComponent(hash))
  } catch {
    return document.getElementById(hash)
  }
}

const scrollTo = ({ x, y }: ScrollPosition) => window.scrollTo({ left: x, top: y, behavior: 'instant' })

/** Scrolls once; returns whether the position was reached. */
function applyScroll(scroll: Exclude<Scroll, 'keep'>): boolean {
  if (scroll !== 'top') {
    scrollTo(scroll)
    return Math.abs(window.scrollY - scroll.y) < 2
  }
  const target = hashTarget()
  if (target) target.scrollIntoView()
  else scrollTo({ x: 0, y: 0 })
  return target !== null || window.location.hash.length < 2
}

/**
 * Scrolls after a navigation; `top` is the element that the URL's hash names, if any. While content loads, tries again
 * until the position is reached or the user scrolls.
 * @returns stops watching
 */
export function scrollPage(scroll: Scroll): () => void {
  if (scroll === 'keep' || applyScroll(scroll)) return () => {}
  const grown = new ResizeObserver(() => applyScroll(scroll) && stop())
  const timer = setTimeout(() => stop(), SCROLL_TIMEOUT_MS)
  const stop = () => {
    grown.disconnect()
    clearTimeout(timer)
    for (const move of USER_INPUT_EVENTS) window.removeEventListener(move, stop)
  }
  for (const move of USER_INPUT_EVENTS) window.addEventListener(move, stop, { passive: true })
  grown.observe(document.body)
  return stop
}
