import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useLocation,
} from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { looksForNew } from '#features/notifications/rules.ts'
import { parseSearch, stringifySearch } from '#platform/web/address-state.ts'
import { Crank } from '#platform/web/Crank.tsx'
import { AdminLayout, AuthLayout, PageLayout } from '#platform/web/Layouts.tsx'
import { FailedPage, NotFoundPage } from '#platform/web/message-pages.tsx'
import { loginAddress } from '#platform/web/next-path.ts'
import { type Flag, Shell } from '#platform/web/Shell.tsx'
import { may, rolesOf, useUser, useVisitor, VisitorProvider } from '#platform/web/user.ts'
import { headerLinks, railGroups } from './navigation.ts'
import { type Layout, type Screen, screens } from './screens.tsx'
import { useVisitorQuery, visitorNow } from './visitor.ts'

interface Context {
  queries: QueryClient
  sessionEnded: Flag
}

// Fetched only for those who look for notifications; most visitors never need it.
const NotificationBell = lazy(() =>
  import('#features/notifications/web/NotificationBell.tsx').then((m) => ({ default: m.NotificationBell })),
)

function Bell() {
  const user = useUser()
  if (!user || !looksForNew(rolesOf(user))) return null
  return (
    <Suspense>
      <NotificationBell />
    </Suspense>
  )
}

const SIGNING = /^\/(kirjaudu|kirjaudu-ulos|salasanan-palauttaminen|palauta-salasana|register|reset\/.*)$/
const paths = new Set(screens.map(({ path }) => path))
const hasPage = (address: string) => paths.has(address)

function Root() {
  const visitor = useVisitorQuery()
  const { sessionEnded } = rootRoute.useRouteContext()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <VisitorProvider value={visitor}>
      <Shell sessionEnded={sessionEnded} alwaysOpen={SIGNING.test(path)}>
        <Outlet />
      </Shell>
    </VisitorProvider>
  )
}

function Page({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  const links = headerLinks(useVisitor(), hasPage)
  return (
    <PageLayout links={links} narrow={narrow} bell={<Bell />}>
      {children}
    </PageLayout>
  )
}

const UncheckedCount = lazy(() =>
  import('#features/contact-forms/web/UncheckedCount.tsx').then((m) => ({ default: m.UncheckedCount })),
)

/** What waits behind a link of the administration's rail. */
function countOf(to: string) {
  if (to !== '/admin/contact-forms') return null
  return (
    <Suspense fallback={null}>
      <UncheckedCount />
    </Suspense>
  )
}

const layouts: Record<Layout, () => ReactNode> = {
  page: () => (
    <Page>
      <Outlet />
    </Page>
  ),
  token: () => (
    <Page narrow>
      <Outlet />
    </Page>
  ),
  admin: () => (
    <AdminLayout groups={railGroups(hasPage)} countOf={countOf} bell={<Bell />}>
      <Outlet />
    </AdminLayout>
  ),
  auth: () => (
    <AuthLayout>
      <Outlet />
    </AuthLayout>
  ),
  bare: () => <Outlet />,
}

const rootRoute = createRootRouteWithContext<Context>()({
  component: Root,
  errorComponent: FailedPage,
  notFoundComponent: () => (
    <Page>
      <NotFoundPage />
    </Page>
  ),
})

/** Anonymous people sign in first and come back; insufficient rights lead to /ei-oikeuksia (specification §2). */
async function admit({ access }: Screen, context: Context, from: string) {
  if (access === 'public') return
  const visitor = await visitorNow(context.queries)
  if (visitor.kind === 'deactivated') return
  if (visitor.kind === 'anonymous') throw redirect({ href: loginAddress(from) })
  if (access !== 'session' && !may(visitor.user, access)) throw redirect({ to: '/ei-oikeuksia' as string })
}

function routeOf(parent: AnyRoute, screen: Screen) {
  return createRoute({
    getParentRoute: () => parent,
    path: screen.path,
    beforeLoad: ({ context, location }) => admit(screen, context as Context, location.href),
    component: lazyRouteComponent(() => screen.screen().then((component) => ({ default: component }))),
  })
}

function layoutRoute(layout: Layout) {
  const own = screens.filter((screen) => screen.layout === layout)
  const route = createRoute({ getParentRoute: () => rootRoute, id: `layout-${layout}`, component: layouts[layout] })
  return route.addChildren(own.map((screen) => routeOf(route, screen)))
}

/** The router of the signed-in front end, made from the list of screens. */
export function createAppRouter(context: Context) {
  return createRouter({
    routeTree: rootRoute.addChildren((Object.keys(layouts) as Layout[]).map(layoutRoute)),
    context,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPendingComponent: () => <Crank />,
    defaultPendingMs: 300,
    defaultErrorComponent: FailedPage,
    trailingSlash: 'never',
  })
}
