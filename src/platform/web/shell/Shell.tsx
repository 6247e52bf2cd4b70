import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { useOnline } from '#platform/web/api/use-connection.ts'
import { useVisitor } from '#platform/web/api/user.ts'
import { ConnectionBar, SessionBar } from '#platform/web/figures/Bars.tsx'
import { OfflinePage } from '#platform/web/message-pages/message-pages.tsx'
import { KeepFocus } from '#platform/web/router/KeepFocus.tsx'
import { Toasts } from './Toasts.tsx'

const DeactivatedEverywhere = lazy(() =>
  import('#platform/web/message-pages/DeactivatedPage.tsx').then((m) => ({ default: m.DeactivatedEverywhere })),
)

/** Whether the session has ended under a page that is still open; the calls tell. */
export function createFlag() {
  let on = false
  const listeners = new Set<() => void>()
  return {
    set(next: boolean) {
      on = next
      for (const listener of listeners) listener()
    },
    get: () => on,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type Flag = ReturnType<typeof createFlag>

interface Props {
  sessionEnded: Flag
  /** A deactivated user may still open these: signing in and out. */
  alwaysOpen: boolean
  children: ReactNode
}

/** What stands around every layout: bars, toasts, and the pages that take over. A hidden page keeps what was typed. */
export function Shell({ sessionEnded, alwaysOpen, children }: Props) {
  const online = useOnline()
  const visitor = useVisitor()
  const ended = useSyncExternalStore(sessionEnded.subscribe, sessionEnded.get)
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
