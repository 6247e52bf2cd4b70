import { lazy } from 'react'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'

const Messages = lazy(() => import('./Messages.tsx').then((m) => ({ default: m.Messages })))

/** The person's own notices, which stand below everything else and come after it. */
export const LaterMessages = () => (
  <OptionalBoundary>
    <Messages />
  </OptionalBoundary>
)
