import type { ComponentType } from 'react'
import { matchPath, pages } from '#platform/contract/pages.ts'
import { loadIfReachable } from '#platform/web/api/use-connection.ts'
import { homeOf, may } from '#platform/web/api/user.ts'
import { navigate, startHistory } from '#platform/web/router/history.ts'
import type { RouteLocation } from '#platform/web/router/location.ts'
import { isMissingChunk, loadAnew } from '#platform/web/router/missing-chunk.ts'
import { loginAddress, safeNext } from '#platform/web/router/next-path.ts'
import type { Layout, Screen } from '#platform/web/router/screen.ts'
import type { Scroll } from '#platform/web/router/scroll.ts'
import { loadFrame } from './frames.ts'
import { opensLayout, signInScreens } from './sign-in-screens.ts'
import { visitorNow } from './visitor.ts'

/** The page on screen. */
export interface CurrentRoute {
  readonly location: RouteLocation
  /** Null when no screen has this path. */
  readonly screen: Screen | null
  /** Null while the screen loads for longer than `LOADING_DELAY_MS`. */
  readonly component: ComponentType | null
  readonly scroll: Scroll
  /** Why the screen could not be loaded. */
  readonly error?: unknown
}

export interface RouterEvents {
  /** A navigation from one page to another has started. */
  onNavigate(): void
  /** The page, or its error, is on screen. */
  onNavigated(): void
}

/** The old page stays this long before the loading indicator replaces it. */
const LOADING_DELAY_MS = 300
/** The first page waits longer, so that the layout does not shift when it appears. */
const FIRST_LOADING_DELAY_MS = 3000

/** The "not found" message uses the layout of an ordinary page. */
export const layoutOf = (screen: Screen | null): Layout => screen?.layout ?? 'page'

/** What is known of the addresses: those on the way in at once, the others when one of them is first opened. */
const known: {
  all?: readonly Screen[]
  admin?: Pick<typeof import('./in-admin.ts'), 'everyScreen' | 'missingInAdmin'>
} = {}

const isInAdmin = (pathname: string) => pathname.startsWith(`${pages.admin}/`)

/** The list of screens, which those on the way in do without; it comes with what signed-in pages share. */
async function loadAll() {
  const { screens, refusedPage } = await import('./behind-sign-in.ts')
  known.all = screens
  return { refusedPage }
}

/** The addresses of the administration come with its frame, and only there. */
async function loadListFor({ pathname }: Location): Promise<void> {
  const [admin] = await Promise.all([isInAdmin(pathname) ? import('./in-admin.ts') : undefined, loadAll()])
  if (admin) known.admin = admin
}

function screenAt(screens: readonly Screen[], { pathname, search }: Location) {
  for (const screen of screens) {
    const params = matchPath(screen.path, pathname)
    if (params) return { screen, location: { pathname, search, params } }
  }
  return undefined
}

/** Undefined as long as it takes a list of screens to know. */
function routeAt(place: Location): { screen: Screen | null; location: RouteLocation } | undefined {
  const inAdmin = isInAdmin(place.pathname)
  const all = inAdmin ? known.admin?.everyScreen : known.all
  const found = screenAt(all ?? signInScreens, place)
  if (found || !all) return found
  return { screen: (inAdmin && known.admin?.missingInAdmin) || null, location: locationOf(place) }
}

const locationOf = ({ pathname, search }: Location): RouteLocation => ({ pathname, search, params: {} })

/** Said in the place of a screen, inside a frame that the person may have. */
const REFUSED = Symbol('refused')

/** Where somebody who is signed in goes on from the way in, which is drawn where nobody can tell who is there. */
async function onwardFrom({ search }: Location): Promise<string | null> {
  const visitor = await visitorNow().catch(() => null)
  if (visitor?.kind !== 'user') return null
  const next = safeNext(new URLSearchParams(search).get('next'))
  if (next === null) return homeOf(visitor.user)
  // It may be a public page, which this application does not draw.
  window.location.replace(next)
  return new Promise(() => {})
}

/**
 * The address to redirect to: sign-in for anonymous visitors, "no rights" for others; null when access is granted. The
 * staff are refused a page inside the administration's own frame.
 */
async function redirectFor({ access, layout }: Screen): Promise<string | typeof REFUSED | null> {
  const { pathname, search, hash } = window.location
  if (access === 'public') return null
  if (access === 'stranger') return onwardFrom(window.location)
  const visitor = await visitorNow()
  if (visitor.kind === 'deactivated') return null
  if (visitor.kind === 'anonymous') return loginAddress(pathname + search + hash)
  const { user } = visitor
  if (!opensLayout(user, layout)) return pages.noRights
  if (access === 'session' || may(user, access)) return null
  return layout === 'admin' ? REFUSED : pages.noRights
}

/** Loads a screen and its frame; a screen that has been loaded is not fetched again. */
function screenLoader() {
  const loaded = new Map<Screen, ComponentType>()
  return async (screen: Screen): Promise<ComponentType> => {
    const [component] = await Promise.all([loaded.get(screen) ?? screen.screen(), loadFrame(screen.layout)])
    loaded.set(screen, component)
    return component
  }
}

/** The page on screen, for React to follow. */
function routeStore() {
  const listeners = new Set<() => void>()
  let current: CurrentRoute | null = null
  return {
    now: () => current,
    show(next: CurrentRoute) {
      current = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Numbers the navigations: one that another has followed is over. */
function navigationCount() {
  let latest = 0
  return () => {
    const own = ++latest
    return () => own === latest
  }
}

type Show = (next: CurrentRoute) => void

/** Shows what kept a page from being loaded, unless another navigation has followed or the page is loaded anew. */
async function showFailure(route: CurrentRoute, isCurrent: () => boolean, show: Show): Promise<boolean> {
  if (!isCurrent() || (isMissingChunk(route.error) && (await loadAnew()))) return false
  show(route)
  return true
}

type Navigations = ReturnType<typeof navigationCount>

/** Opens a screen: whoever may not is led elsewhere, and a screen that takes long gives way to the loading indicator. */
function opener({ now, show }: ReturnType<typeof routeStore>, next: Navigations, { onNavigated }: RouterEvents) {
  const load = screenLoader()
  return async function open(screen: Screen, location: RouteLocation, scroll: Scroll) {
    const isCurrent = next()
    const delay = now() ? LOADING_DELAY_MS : FIRST_LOADING_DELAY_MS
    const blank = { location, screen, component: null, scroll }
    const waiting = setTimeout(() => isCurrent() && show(blank), delay)
    try {
      const [elsewhere, component] = await Promise.all([redirectFor(screen), load(screen)])
      if (!isCurrent()) return
      if (typeof elsewhere === 'string') return navigate(elsewhere, { replace: true, force: true })
      show({ ...blank, component: elsewhere === REFUSED ? await (await loadAll()).refusedPage() : component })
    } catch (error) {
      if (!(await showFailure({ ...blank, error }, isCurrent, show))) return
    } finally {
      clearTimeout(waiting)
    }
    onNavigated()
  }
}

/** Creates the router: on each navigation it finds the screen of the path, checks access, loads it and shows it. */
export function createRouter(events: RouterEvents) {
  const store = routeStore()
  const { now, show, subscribe } = store
  const nextNavigation = navigationCount()
  const open = opener(store, nextNavigation, events)

  /** Asks for the list of screens first. */
  async function openLater(scroll: Scroll) {
    const isCurrent = nextNavigation()
    if (now()) events.onNavigate()
    const error = await loadListFor(window.location).then(
      () => undefined,
      (cause: unknown) => cause,
    )
    if (error === undefined) return isCurrent() ? onNavigate(scroll) : undefined
    const blank = { location: locationOf(window.location), screen: null, component: null, scroll }
    if (await showFailure({ ...blank, error }, isCurrent, show)) events.onNavigated()
  }

  function onNavigate(scroll: Scroll) {
    const route = routeAt(window.location)
    if (!route) return void openLater(scroll)
    const { screen, location } = route
    const current = now()
    const stays = screen !== null && current?.screen === screen && current.component !== null
    if (stays || !screen) {
      const isCurrent = nextNavigation()
      const arrived = () => {
        if (!isCurrent()) return
        show({ location, screen, component: stays ? current!.component : null, scroll })
        events.onNavigated()
      }
      // The "not found" message is shown even when its layout fails to load.
      return stays ? arrived() : void loadFrame(layoutOf(screen)).then(arrived, arrived)
    }
    if (current && location.pathname !== current.location.pathname) events.onNavigate()
    void open(screen, location, scroll)
  }

  startHistory(onNavigate)
  // Whoever types on the way in goes on to a page.
  window.addEventListener('input', () => void loadAll().catch(() => undefined), { once: true })
  return {
    now,
    subscribe,
    /** Tries again; a browser may cache a failed script until the page is reloaded. */
    retry: () => (isMissingChunk(now()?.error) ? void loadIfReachable() : onNavigate('keep')),
  }
}

export type Router = ReturnType<typeof createRouter>
