import { lazy, type ReactNode, Suspense } from 'react'
import { useSessionEnded } from '#platform/web/api/session-ended.ts'
import { useOnline } from '#platform/web/api/use-connection.ts'
import { useVisitor } from '#platform/web/api/user.ts'
import { ConnectionBar, SessionBar } from '#platform/web/figures/Bars.tsx'
import { OfflinePage } from '#platform/web/message-pages/message-pages.tsx'
import { KeepFocus } from '#platform/web/router/KeepFocus.tsx'
import { Toasts } from './Toasts.tsx'

const DeactivatedEverywhere = lazy(() =>
  import('#platform/web/message-pages/DeactivatedPage.tsx').then((m) => ({ default: m.DeactivatedEverywhere })),
)

interface Props {
  /** A deactivated user may still open these: signing in and out. */
  alwaysOpen: boolean
  children: ReactNode
}

/** What stands around every layout: bars, toasts, and the pages that take over. A hidden page keeps what was typed. */
export function Shell({ alwaysOpen, children }: Props) {
  const online = useOnline()
  const visitor = useVisitor()
  const ended = useSessionEnded()
  const deactivated = visitor.kind === 'deactivated' && !alwaysOpen
  return (
    <>
      {online && <ConnectionBar />}
      <SessionBar shown={ended && visitor.kind === 'user'} />
      {!online && (
        <main>
          <OfflinePage />
        </main>
      )}
      <div hidden={!online}>
        {deactivated ? (
          <Suspense>
            <DeactivatedEverywhere />
          </Suspense>
        ) : (
          children
        )}
      </div>
      <Toasts />
      <KeepFocus />
    </>
  )
}
