import { Suspense, useLayoutEffect, useSyncExternalStore } from 'react'
import { VisitorProvider } from '#platform/web/api/user.ts'
import { Spinner } from '#platform/web/parts/Spinner.tsx'
import { FocusOnNavigate } from '#platform/web/router/FocusOnNavigate.tsx'
import { PlaceProvider } from '#platform/web/router/place.ts'
import { scrollPage } from '#platform/web/router/scroll.ts'
import { ErrorBoundary } from '#platform/web/shell/ErrorBoundary.tsx'
import { FailedPage, NotFoundPage } from '#platform/web/shell/message-pages.tsx'
import { type Flag, Shell } from '#platform/web/shell/Shell.tsx'
import { Bare, frameNow } from './frames.ts'
import { layoutOf, type Shown, type Visit } from './visit.ts'
import { useVisitorQuery } from './visitor.ts'

const SIGNING = /^\/(kirjaudu|kirjaudu-ulos|salasanan-palauttaminen|palauta-salasana|register|reset\/.*)$/

/** Another order is another page: what was typed for one must not stand at the next. */
const keyOf = ({ screen, place }: Shown) => [screen?.path, ...Object.values(place.params)].join(' ')

function Content({ shown, retry }: { shown: Shown; retry: () => void }) {
  if (shown.error !== undefined) return <FailedPage error={shown.error} reset={retry} />
  if (!shown.screen) return <NotFoundPage />
  const Component = shown.component ?? Spinner
  return (
    <ErrorBoundary key={keyOf(shown)} place={shown.place} face={FailedPage}>
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

function Frame({ shown, sessionEnded, retry }: { shown: Shown; sessionEnded: Flag; retry: () => void }) {
  const visitor = useVisitorQuery()
  const Layout = frameNow(layoutOf(shown.screen)) ?? Bare
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
          <FocusOnNavigate pathname={shown.place.pathname} isThere={shown.component !== null || !shown.screen} />
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
