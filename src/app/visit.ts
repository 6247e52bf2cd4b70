import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { may } from '#platform/web/api/user.ts'
import { goTo, startHistory } from '#platform/web/router/history.ts'
import { isMissingChunk, loadAnew } from '#platform/web/router/missing-chunk.ts'
import { loginAddress } from '#platform/web/router/next-path.ts'
import { matchPath, type Place } from '#platform/web/router/place.ts'
import type { Scroll } from '#platform/web/router/scroll.ts'
import { loadFrame } from './frames.ts'
import { type Layout, type Screen, screens } from './screens.tsx'
import { visitorNow } from './visitor.ts'

/** What stands on screen. */
export interface Shown {
  readonly place: Place
  /** Null where there is no page. */
  readonly screen: Screen | null
  /** Null while the screen is on its way for longer than a moment. */
  readonly component: ComponentType | null
  readonly scroll: Scroll
  /** Why the screen could not be opened. */
  readonly error?: unknown
}

export interface VisitEvents {
  /** Another page has been asked for. */
  onLeave(): void
  /** It is there, or its failure is. */
  onArrived(): void
}

/** The old page stays this long before the new one shows that it is on its way. */
const PATIENCE_MS = 300
/** The first page waits longer: what stood there alone would jump when the rest comes. */
const FIRST_PATIENCE_MS = 3000

/** Where there is no page, the message that says so stands in the frame of an ordinary one. */
export const layoutOf = (screen: Screen | null): Layout => screen?.layout ?? 'page'

function screenAt(pathname: string): Pick<Shown, 'screen'> & Pick<Place, 'params'> {
  for (const screen of screens) {
    const params = matchPath(screen.path, pathname)
    if (params) return { screen, params }
  }
  return { screen: null, params: {} }
}

/** Where somebody has to go instead: anonymous people sign in first and come back, others lack the right. */
async function refusal({ access }: Screen, queries: QueryClient, from: string): Promise<string | null> {
  if (access === 'public') return null
  const visitor = await visitorNow(queries)
  if (visitor.kind === 'deactivated') return null
  if (visitor.kind === 'anonymous') return loginAddress(from)
  return access === 'session' || may(visitor.user, access) ? null : '/ei-oikeuksia'
}

/** Follows the address: finds its screen, asks whether the visitor may open it, fetches it and shows it. */
export function createVisit(queries: QueryClient, events: VisitEvents) {
  const loaded = new Map<Screen, ComponentType>()
  const listeners = new Set<() => void>()
  let shown: Shown | null = null
  let turn = 0

  const show = (next: Shown) => {
    shown = next
    for (const listener of listeners) listener()
  }

  async function load(screen: Screen): Promise<ComponentType> {
    const [component] = await Promise.all([loaded.get(screen) ?? screen.screen(), loadFrame(screen.layout)])
    loaded.set(screen, component)
    return component
  }

  async function open(screen: Screen, place: Place, scroll: Scroll) {
    const mine = ++turn
    const isLatest = () => mine === turn
    const patience = shown ? PATIENCE_MS : FIRST_PATIENCE_MS
    const waiting = setTimeout(() => isLatest() && show({ place, screen, component: null, scroll }), patience)
    try {
      const [elsewhere, component] = await Promise.all([
        refusal(screen, queries, place.pathname + place.search + window.location.hash),
        load(screen),
      ])
      if (!isLatest()) return
      if (elsewhere) return goTo(elsewhere, { replace: true, unasked: true })
      show({ place, screen, component, scroll })
    } catch (error) {
      if (!isLatest() || (isMissingChunk(error) && loadAnew())) return
      show({ place, screen, component: null, scroll, error })
    } finally {
      clearTimeout(waiting)
    }
    events.onArrived()
  }

  function arrive(scroll: Scroll) {
    const { pathname, search } = window.location
    const { screen, params } = screenAt(pathname)
    const place = { pathname, search, params }
    const stays = screen !== null && shown?.screen === screen && shown.component !== null
    if (stays || !screen) {
      const mine = ++turn
      const arrived = () => {
        if (mine !== turn) return
        show({ place, screen, component: stays ? shown!.component : null, scroll })
        events.onArrived()
      }
      // The message that there is no page is worth showing even without its frame.
      return stays ? arrived() : void loadFrame(layoutOf(screen)).then(arrived, arrived)
    }
    if (pathname !== shown?.place.pathname) events.onLeave()
    void open(screen, place, scroll)
  }

  startHistory(arrive)
  return {
    now: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Tries once more; a browser may remember that a script could not be fetched until the page is loaded. */
    retry: () => (isMissingChunk(shown?.error) ? window.location.reload() : arrive('keep')),
  }
}

export type Visit = ReturnType<typeof createVisit>
