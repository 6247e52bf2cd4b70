// The browser's history as the screens use it: steps forward, the way back, where a page was scrolled to, and forms
// that ask before they are left.

/** Where a page stands after arriving: at its top, where it was before, or where the reader left it. */
export type Scroll = 'top' | 'keep' | { readonly x: number; readonly y: number }

export interface Leaving {
  /** Whether going to a path would lose something. */
  blocks(path: string): boolean
  /** Asks the reader; `proceed` goes on. */
  ask(proceed: () => void): void
}

interface Mark {
  /** How many steps into the visit. */
  readonly at: number
}

const SCROLL_KEY = 'poljin.scroll'

const leavings = new Set<Leaving>()
let arrive: (scroll: Scroll) => void = () => {}
let at = 0
let address = ''
/** The next popstate is our own way back to a page that the reader has not left yet. */
let returning = false
/** The reader has said that what was typed may go. */
let allowed = false
let scrolled: Record<number, { x: number; y: number }> = {}

const here = () => window.location.pathname + window.location.search
const markOf = (state: unknown): Mark | null =>
  typeof state === 'object' && state !== null && 'at' in state ? (state as Mark) : null

function readScrolled() {
  try {
    scrolled = JSON.parse(sessionStorage.getItem(SCROLL_KEY) ?? '{}')
  } catch {
    scrolled = {}
  }
}

function writeScrolled() {
  scrolled[at] = { x: window.scrollX, y: window.scrollY }
  try {
    sessionStorage.setItem(SCROLL_KEY, JSON.stringify(scrolled))
  } catch {
    // Without storage a reloaded page begins at its top.
  }
}

const guardOf = (path: string) => [...leavings].find((leaving) => leaving.blocks(path))

function onPopState({ state }: PopStateEvent) {
  if (returning) {
    returning = false
    return
  }
  const next = markOf(state)?.at ?? at
  const guard = here() === address || allowed ? undefined : guardOf(window.location.pathname)
  allowed = false
  if (guard && next !== at) {
    const way = next - at
    returning = true
    window.history.go(-way)
    guard.ask(() => {
      allowed = true
      window.history.go(way)
    })
    return
  }
  const stays = here() === address
  scrolled[at] = { x: window.scrollX, y: window.scrollY }
  at = next
  address = here()
  // A link to a place within the page; the browser goes there itself.
  if (!stays) arrive(scrolled[at] ?? 'top')
}

/** Begins to follow the history; `onArrive` draws what the address bar says. */
export function startHistory(onArrive: (scroll: Scroll) => void): void {
  arrive = onArrive
  readScrolled()
  const mark = markOf(window.history.state)
  at = mark?.at ?? 0
  address = here()
  if (!mark) window.history.replaceState({ at }, '')
  window.history.scrollRestoration = 'manual'
  window.addEventListener('popstate', onPopState)
  window.addEventListener('pagehide', writeScrolled)
  window.addEventListener('beforeunload', (event) => {
    if ([...leavings].some((leaving) => leaving.blocks(''))) event.preventDefault()
  })
  arrive((mark && scrolled[at]) ?? 'top')
}

/** Goes to an address of this front end; `replace` leaves no way back to the present one. */
export function goTo(href: string, { replace = false, keepScroll = false } = {}): void {
  const target = new URL(href, window.location.href)
  const step = () => {
    if (!replace) {
      scrolled[at] = { x: window.scrollX, y: window.scrollY }
      at += 1
    }
    window.history[replace ? 'replaceState' : 'pushState']({ at }, '', target.pathname + target.search + target.hash)
    address = here()
    arrive(keepScroll ? 'keep' : 'top')
  }
  const guard = guardOf(target.pathname)
  if (guard) guard.ask(step)
  else step()
}

/** Writes another address over the present one; what is on screen stays. */
export function coverAddress(path: string): void {
  window.history.replaceState(window.history.state, '', path)
  address = here()
}

/** Has the reader asked before a page is left; the answer takes it back. */
export function askBeforeLeaving(leaving: Leaving): () => void {
  leavings.add(leaving)
  return () => void leavings.delete(leaving)
}
