// The browser's history as the screens use it: steps forward, the way back, where a page was scrolled to, and forms
// that ask before they are left.

import { type Scroll, type Spot, scrollPage } from './scroll.ts'

export interface Leaving {
  /** Whether going to a path would lose something. */
  blocks(path: string): boolean
  /** Asks the reader; `proceed` goes on. */
  ask(proceed: () => void): void
}

interface Mark {
  /** How many steps into the tab's history; neighbouring entries differ by one. */
  readonly at: number
}

const SCROLL_KEY = 'poljin.scroll'

const leavings = new Set<Leaving>()
let arrive: (scroll: Scroll) => void = () => {}
let at = 0
/** Path and query of what is on screen; the address bar may already say something else. */
let address = ''
/** The whole address with its hash. */
let whole = ''
/** The step for which the reader has said that what was typed may go. */
let allowed: number | null = null
let spots: Record<number, Spot> = {}
/** Where the page stood before the browser itself went to a place within it. */
let seen: Spot = { x: 0, y: 0 }

const spotNow = (): Spot => ({ x: window.scrollX, y: window.scrollY })
const here = () => window.location.pathname + window.location.search
const markOf = (state: unknown): Mark | null =>
  typeof state === 'object' && state !== null && 'at' in state ? (state as Mark) : null

function standHere() {
  address = here()
  whole = window.location.href
}

/** Reads what the tab's pages before this one left behind. */
function readTab(): { last: number } {
  try {
    const kept = JSON.parse(sessionStorage.getItem(SCROLL_KEY) ?? '{}')
    spots = kept.spots ?? {}
    return { last: Number(kept.at ?? -1) }
  } catch {
    return { last: -1 }
  }
}

function writeTab() {
  spots[at] = spotNow()
  try {
    sessionStorage.setItem(SCROLL_KEY, JSON.stringify({ at, spots }))
  } catch {
    // Without storage a reloaded page begins at its top.
  }
}

const guardOf = (path: string) => [...leavings].find((leaving) => leaving.blocks(path))

/** A link to a place within the page made an entry of its own, or took the place of its like. */
function onHash() {
  if (window.location.href !== whole) {
    spots[at] = seen
    at += 1
  }
  window.history.replaceState({ at }, '')
  standHere()
}

function onPopState({ state }: PopStateEvent) {
  const mark = markOf(state)
  if (!mark) return onHash()
  // Our own way back to a page that the reader has not left.
  if (mark.at === at) return
  const stays = here() === address
  const guard = stays || allowed === mark.at ? undefined : guardOf(window.location.pathname)
  allowed = null
  if (guard) {
    const way = mark.at - at
    window.history.go(-way)
    guard.ask(() => {
      allowed = mark.at
      window.history.go(way)
    })
    return
  }
  spots[at] = spotNow()
  at = mark.at
  standHere()
  const scroll = spots[at] ?? 'top'
  if (stays) scrollPage(scroll)
  else arrive(scroll)
}

/** Begins to follow the history; `onArrive` draws what the address bar says. */
export function startHistory(onArrive: (scroll: Scroll) => void): void {
  arrive = onArrive
  const { last } = readTab()
  const mark = markOf(window.history.state)
  at = mark?.at ?? last + 1
  standHere()
  if (!mark) window.history.replaceState({ at }, '')
  window.history.scrollRestoration = 'manual'
  window.addEventListener('popstate', onPopState)
  window.addEventListener('pagehide', writeTab)
  window.addEventListener('scroll', () => {
    seen = spotNow()
  })
  window.addEventListener('beforeunload', (event) => {
    if ([...leavings].some((leaving) => leaving.blocks(''))) event.preventDefault()
  })
  arrive((mark && spots[at]) ?? 'top')
}

interface Step {
  /** Leaves no way back to the present address. */
  readonly replace?: boolean
  readonly keepScroll?: boolean
  /** Nobody is asked: the reader has already agreed to leave what is still on screen. */
  readonly unasked?: boolean
}

/** Goes to an address of this front end. */
export function goTo(href: string, { replace = false, keepScroll = false, unasked = false }: Step = {}): void {
  const target = new URL(href, window.location.href)
  const step = () => {
    // As in the browser, going where one is makes no second entry.
    const covers = replace || target.href === window.location.href
    if (!covers) {
      spots[at] = spotNow()
      at += 1
    }
    window.history[covers ? 'replaceState' : 'pushState']({ at }, '', target.pathname + target.search + target.hash)
    standHere()
    arrive(keepScroll ? 'keep' : 'top')
  }
  const guard = unasked ? undefined : guardOf(target.pathname)
  if (guard) guard.ask(step)
  else step()
}

/** Writes another address over the present one; what is on screen stays. */
export function coverAddress(path: string): void {
  window.history.replaceState(window.history.state, '', path)
  standHere()
}

/** Has the reader asked before a page is left; the answer takes it back. */
export function askBeforeLeaving(leaving: Leaving): () => void {
  leavings.add(leaving)
  return () => void leavings.delete(leaving)
}
