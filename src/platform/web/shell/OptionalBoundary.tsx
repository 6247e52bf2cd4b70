import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { inTurn } from './in-turn.ts'

const Nothing = () => null

/** As long as this after it was opened a page shows first what it was opened for. */
const OPENING_MS = 5_000

interface Props {
  children: ReactNode
  /** What keeps its place while it loads; nothing where it stands last. */
  waiting?: ReactNode
}

/** A part that a page can do without: drawn after the rest while the page is being opened, and nothing when it fails. */
export function OptionalBoundary({ children, waiting }: Props) {
  const [isDue, setDue] = useState(() => performance.now() > OPENING_MS)
  useEffect(() => (isDue ? undefined : inTurn(() => setDue(true))), [isDue])
  return (
    <ErrorBoundary resetKey="" face={Nothing}>
      <Suspense fallback={waiting}>{isDue ? children : waiting}</Suspense>
    </ErrorBoundary>
  )
}
