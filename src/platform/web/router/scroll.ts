export interface Spot {
  readonly x: number
  readonly y: number
}

/** Where a page stands after arriving: at its top, where it was before, or where the reader left it. */
export type Scroll = 'top' | 'keep' | Spot

/** Content that comes later than this does not move the page any more. */
const PATIENCE_MS = 5000
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

function named(): HTMLElement | null {
  const hash = window.location.hash.slice(1)
  if (!hash) return null
  try {
    return document.getElementById(decodeURIComponent(hash))
  } catch {
    return document.getElementById(hash)
  }
}

const scrollTo = ({ x, y }: Spot) => window.scrollTo({ left: x, top: y, behavior: 'instant' })

/** One try; tells whether the page stands where it should. */
function place(scroll: Exclude<Scroll, 'keep'>): boolean {
  if (scroll !== 'top') {
    scrollTo(scroll)
    return Math.abs(window.scrollY - scroll.y) < 2
  }
  const target = named()
  if (target) target.scrollIntoView()
  else scrollTo({ x: 0, y: 0 })
  return target !== null || window.location.hash.length < 2
}

/**
 * Puts the page where its arrival wants it; `top` is the place that the address names, if it names one. A page that is
 * still too short is watched while its content comes, until the reader moves it.
 * @returns stops watching
 */
export function scrollPage(scroll: Scroll): () => void {
  if (scroll === 'keep' || place(scroll)) return () => {}
  const grown = new ResizeObserver(() => place(scroll) && stop())
  const timer = setTimeout(() => stop(), PATIENCE_MS)
  const stop = () => {
    grown.disconnect()
    clearTimeout(timer)
    for (const move of OWN_MOVES) window.removeEventListener(move, stop)
  }
  for (const move of OWN_MOVES) window.addEventListener(move, stop, { passive: true })
  grown.observe(document.body)
  return stop
}
