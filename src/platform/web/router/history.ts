// The browser's history: navigation, back and forward, scroll positions, and blockers for unsaved forms.

import { type Scroll, type ScrollPosition, scrollPage } from './scroll.ts'

export interface NavigationBlocker {
  /** Whether navigating to a path would lose unsaved input. */
  blocks(path: string): boolean
  /** Asks the user; `proceed` continues the navigation. */
  ask(proceed: () => void): void
}

interface HistoryState {
  /** Position in the tab's history; neighbouring entries differ by one. */
  readonly index: number
}

const SCROLL_KEY = 'poljin.scroll'

const blockers = new Set<NavigationBlocker>()
let onNavigate: (scroll: Scroll) => void = () => {}
let currentIndex = 0
/** Path and query of the page on screen; the address bar may already differ. */
let currentPath = ''
/** The full URL of the page on screen, with its hash. */
let currentHref = ''
/** The history entry that the user has agreed to go to although input is lost. */
let allowedIndex: number | null = null
let scrollPositions: Record<number, ScrollPosition> = {}
/** The scroll position before the browser itself scrolled to a hash. */
let lastScroll: ScrollPosition = { x: 0, y: 0 }

const currentScroll = (): ScrollPosition => ({ x: window.scrollX, y: window.scrollY })
const here = () => window.location.pathname + window.location.search
const historyStateOf = (state: unknown): HistoryState | null =>
  typeof state === 'object' && state !== null && 'index' in state ? (state as HistoryState) : null

function syncLocation() {
  currentPath = here()
  currentHref = window.location.href
}

/** Reads the scroll positions that earlier page loads of this tab stored. */
function readStorage(): { last: number } {
  try {
    const kept = JSON.parse(sessionStorage.getItem(SCROLL_KEY) ?? '{}')
    scrollPositions = kept.positions ?? {}
    return { last: Number(kept.index ?? -1) }
  } catch {
    return { last: -1 }
  }
}

function writeStorage() {
  scrollPositions[currentIndex] = currentScroll()
  try {
    sessionStorage.setItem(SCROLL_KEY, JSON.stringify({ index: currentIndex, positions: scrollPositions }))
  } catch {
    // Without storage a reloaded page starts at the top.
  }
}

const blockerOf = (path: string) => [...blockers].find((blocker) => blocker.blocks(path))

/** A link to a hash added a history entry, or replaced an equal one. */
function onHash() {
  if (window.location.href !== currentHref) {
    scrollPositions[currentIndex] = lastScroll
    currentIndex += 1
  }
  window.history.replaceState({ index: currentIndex }, '')
  syncLocation()
}

function onPopState({ state }: PopStateEvent) {
  const entry = historyStateOf(state)
  if (!entry) return onHash()
  // The step back that keeps a blocked page on screen.
  if (entry.index === currentIndex) return
  const stays = here() === currentPath
  const blocker = stays || allowedIndex === entry.index ? undefined : blockerOf(window.location.pathname)
  allowedIndex = null
  if (blocker) {
    const steps = entry.index - currentIndex
    window.history.go(-steps)
    blocker.ask(() => {
      allowedIndex = entry.index
      window.history.go(steps)
    })
    return
  }
  scrollPositions[currentIndex] = currentScroll()
  currentIndex = entry.index
  syncLocation()
  const scroll = scrollPositions[currentIndex] ?? 'top'
  if (stays) scrollPage(scroll)
  else onNavigate(scroll)
}

/** Starts to listen to the history; `listener` renders the page of the current URL. */
export function startHistory(listener: (scroll: Scroll) => void): void {
  onNavigate = listener
  const { last } = readStorage()
  const entry = historyStateOf(window.history.state)
  currentIndex = entry?.index ?? last + 1
  syncLocation()
  if (!entry) window.history.replaceState({ index: currentIndex }, '')
  window.history.scrollRestoration = 'manual'
  window.addEventListener('popstate', onPopState)
  window.addEventListener('pagehide', writeStorage)
  window.addEventListener('scroll', () => {
    lastScroll = currentScroll()
  })
  window.addEventListener('beforeunload', (event) => {
    if ([...blockers].some((blocker) => blocker.blocks(''))) event.preventDefault()
  })
  onNavigate((entry && scrollPositions[currentIndex]) ?? 'top')
}

interface NavigateOptions {
  /** Replaces the current history entry. */
  readonly replace?: boolean
  readonly keepScroll?: boolean
  /** Ignores blockers: the user has already agreed to leave the page. */
  readonly force?: boolean
}

/** Navigates to an address of this front end. */
export function navigate(
  href: string,
  { replace = false, keepScroll = false, force = false }: NavigateOptions = {},
): void {
  const target = new URL(href, window.location.href)
  const step = () => {
    // As in the browser, navigating to the current URL adds no entry.
    const replaces = replace || target.href === window.location.href
    if (!replaces) {
      scrollPositions[currentIndex] = currentScroll()
      currentIndex += 1
    }
    window.history[replaces ? 'replaceState' : 'pushState'](
      { index: currentIndex },
      '',
      target.pathname + target.search + target.hash,
    )
    syncLocation()
    onNavigate(keepScroll ? 'keep' : 'top')
  }
  const blocker = force ? undefined : blockerOf(target.pathname)
  if (blocker) blocker.ask(step)
  else step()
}

/** Replaces the URL and leaves the page on screen as it is. */
export function replaceUrl(path: string): void {
  window.history.replaceState(window.history.state, '', path)
  syncLocation()
}

/** Loads the page anew without asking: what stands on it may not be kept. */
export function loadAnew(): void {
  blockers.clear()
  window.location.reload()
}

/** Registers a blocker; returns a function that removes it. */
export function addNavigationBlocker(blocker: NavigationBlocker): () => void {
  blockers.add(blocker)
  return () => void blockers.delete(blocker)
}
