import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

const Nothing = () => null

/** Wraps a part that a page can do without: renders nothing while it loads and when it fails. */
export function OptionalBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary resetKey="" face={Nothing}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
