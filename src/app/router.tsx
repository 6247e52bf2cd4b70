import { type ComponentType, lazy, type ReactNode, Suspense, useLayoutEffect, useSyncExternalStore } from 'react'
import { looksForNew } from '#features/notifications/rules.ts'
import { Crank } from '#platform/web/Crank.tsx'
import { ErrorBoundary } from '#platform/web/ErrorBoundary.tsx'
import { AdminLayout, AuthLayout, PageLayout } from '#platform/web/Layouts.tsx'
import { FailedPage, NotFoundPage } from '#platform/web/message-pages.tsx'
import { PlaceProvider } from '#platform/web/place.ts'
import { type Flag, Shell } from '#platform/web/Shell.tsx'
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

/** Puts the page where its arrival wants it: at the top, where it was before, or at the place that the address names. */
function scrollTo({ scroll }: Shown) {
  const named = window.location.hash && document.getElementById(decodeURIComponent(window.location.hash.slice(1)))
  if (scroll === 'keep') return
  if (named) named.scrollIntoView()
  else window.scrollTo(scroll === 'top' ? 0 : scroll.x, scroll === 'top' ? 0 : scroll.y)
}

function Content({ shown, retry }: { shown: Shown; retry: () => void }) {
  if (shown.error !== undefined) return <FailedPage error={shown.error} reset={retry} />
  if (!shown.screen) return <NotFoundPage />
  const Component = shown.component ?? Crank
  return (
    <ErrorBoundary key={shown.screen.path} place={shown.place} face={FailedPage}>
      <Suspense fallback={<Crank />}>
        <Component />
      </Suspense>
    </ErrorBoundary>
  )
}

function Frame({ shown, sessionEnded, retry }: { shown: Shown; sessionEnded: Flag; retry: () => void }) {
  const visitor = useVisitorQuery()
  const Layout = layouts[shown.screen?.layout ?? 'page']
  useLayoutEffect(() => scrollTo(shown), [shown])
  return (
    <PlaceProvider value={shown.place}>
      <VisitorProvider value={visitor}>
        <Shell sessionEnded={sessionEnded} alwaysOpen={SIGNING.test(shown.place.pathname)}>
          <Layout>
            <Content shown={shown} retry={retry} />
          </Layout>
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
