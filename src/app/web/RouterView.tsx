import { Suspense, useDeferredValue, useLayoutEffect, useSyncExternalStore } from 'react'
import { VisitorProvider } from '#platform/web/api/user.ts'
import { FailedPage, NotFoundPage } from '#platform/web/message-pages/message-pages.tsx'
import { Spinner } from '#platform/web/parts/Spinner.tsx'
import { FocusOnNavigate } from '#platform/web/router/FocusOnNavigate.tsx'
import { LocationProvider } from '#platform/web/router/location.ts'
import { scrollPage } from '#platform/web/router/scroll.ts'
import { ErrorBoundary } from '#platform/web/shell/ErrorBoundary.tsx'
import { Shell } from '#platform/web/shell/Shell.tsx'
import { type CurrentRoute, layoutOf, type Router } from './create-router.ts'
import { Bare, frameNow } from './frames.ts'
import { useVisitorNow } from './visitor.ts'

const SIGNING = /^\/(kirjaudu|kirjaudu-ulos|salasanan-palauttaminen|palauta-salasana|register|reset\/.*)$/

/** Another order is another page: what was typed for one must not stand at the next. */
const keyOf = ({ screen, location }: CurrentRoute) => [screen?.path, ...Object.values(location.params)].join(' ')

function Content({ route, retry }: { route: CurrentRoute; retry: () => void }) {
  if (route.error !== undefined) return <FailedPage error={route.error} reset={retry} />
  if (!route.screen) return <NotFoundPage />
  const Component = route.component ?? Spinner
  return (
    <ErrorBoundary key={keyOf(route)} resetKey={route.location} face={FailedPage}>
      <Suspense fallback={<Spinner />}>
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

function Frame({ route, retry }: { route: CurrentRoute; retry: () => void }) {
  const visitor = useVisitorNow()
  const Layout = frameNow(layoutOf(route.screen)) ?? Bare
  useLayoutEffect(() => scrollPage(route.scroll), [route])
  return (
    <LocationProvider value={route.location}>
      <VisitorProvider value={visitor}>
        <Shell alwaysOpen={SIGNING.test(route.location.pathname)}>
          <ErrorBoundary resetKey={route.location} face={FailedFrame}>
            <Layout>
              <Content route={route} retry={retry} />
            </Layout>
          </ErrorBoundary>
          <FocusOnNavigate pathname={route.location.pathname} isThere={route.component !== null || !route.screen} />
        </Shell>
      </VisitorProvider>
    </LocationProvider>
  )
}

/** Another screen is drawn in slices, so that the page answers meanwhile; what changes on the same one is drawn at once. */
function useRoute({ subscribe, now }: Router): CurrentRoute | null {
  const route = useSyncExternalStore(subscribe, now)
  const drawn = useDeferredValue(route)
  return route?.screen === drawn?.screen ? route : drawn
}

/** The screens of the signed-in front end, each at its address. */
export function RouterView({ router }: { router: Router }) {
  const route = useRoute(router)
  return route && <Frame route={route} retry={router.retry} />
}
