import { type ComponentType, lazy, type ReactNode, Suspense, useLayoutEffect, useSyncExternalStore } from 'react'
import { looksForNew } from '#features/notifications/rules.ts'
import { Arrival } from '#platform/web/Arrival.tsx'
import { Crank } from '#platform/web/Crank.tsx'
import { ErrorBoundary } from '#platform/web/ErrorBoundary.tsx'
import { AdminLayout, AuthLayout, PageLayout } from '#platform/web/Layouts.tsx'
import { FailedPage, NotFoundPage } from '#platform/web/message-pages.tsx'
import { PlaceProvider } from '#platform/web/place.ts'
import { type Flag, Shell } from '#platform/web/Shell.tsx'
import { scrollPage } from '#platform/web/scroll.ts'
import { rolesOf, useUser, useVisitor, VisitorProvider } from '#platform/web/user.ts'
import { headerLinks, railGroups } from './navigation.ts'
import { type Layout, screens } from './screens.tsx'
import type { Shown, Visit } from './visit.ts'
import { useVisitorQuery } from './visitor.ts'

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

const layouts: Record<Layout, ComponentType<{ children: ReactNode }>> = {
  page: ({ children }) => <Page>{children}</Page>,
  token: ({ children }) => <Page narrow>{children}</Page>,
  admin: ({ children }) => (
    <AdminLayout groups={railGroups(hasPage)} countOf={countOf} bell={<Bell />}>
      {children}
    </AdminLayout>
  ),
  auth: ({ children }) => <AuthLayout>{children}</AuthLayout>,
  bare: ({ children }) => children,
}

/** Another order is another page: what was typed for one must not stand at the next. */
const keyOf = ({ screen, place }: Shown) => [screen?.path, ...Object.values(place.params)].join(' ')

function Content({ shown, retry }: { shown: Shown; retry: () => void }) {
  if (shown.error !== undefined) return <FailedPage error={shown.error} reset={retry} />
  if (!shown.screen) return <NotFoundPage />
  const Component = shown.component ?? Crank
  return (
    <ErrorBoundary key={keyOf(shown)} place={shown.place} face={FailedPage}>
      <Suspense fallback={<Crank />}>
        <Component />
      </Suspense>
    </ErrorBoundary>
  )
}

/** The page's frame itself has failed. */
function FailedFrame(failure: { error: unknown; reset: () => void }) {
  return (
    <main>
      <FailedPage {...failure} />
    </main>
  )
}

function Frame({ shown, sessionEnded, retry }: { shown: Shown; sessionEnded: Flag; retry: () => void }) {
  const visitor = useVisitorQuery()
  const Layout = layouts[shown.screen?.layout ?? 'page']
  useLayoutEffect(() => scrollPage(shown.scroll), [shown])
  return (
    <PlaceProvider value={shown.place}>
      <VisitorProvider value={visitor}>
        <Shell sessionEnded={sessionEnded} alwaysOpen={SIGNING.test(shown.place.pathname)}>
          <ErrorBoundary place={shown.place} face={FailedFrame}>
            <Layout>
              <Content shown={shown} retry={retry} />
            </Layout>
          </ErrorBoundary>
          <Arrival pathname={shown.place.pathname} isThere={shown.component !== null || !shown.screen} />
        </Shell>
      </VisitorProvider>
    </PlaceProvider>
  )
}

/** The screens of the signed-in front end, each at its address. */
export function Router({ visit, sessionEnded }: { visit: Visit; sessionEnded: Flag }) {
  const shown = useSyncExternalStore(visit.subscribe, visit.now)
  return shown && <Frame shown={shown} sessionEnded={sessionEnded} retry={visit.retry} />
}
