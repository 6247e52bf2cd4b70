import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

const Nothing = () => null

/**
 * Wraps a part that a page can do without: renders nothing when it fails.
 * @param waiting what keeps its place while it loads; nothing where it stands last
 */
export function OptionalBoundary({ children, waiting }: { children: ReactNode; waiting?: ReactNode }) {
  return (
    <ErrorBoundary resetKey="" face={Nothing}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  )
}
