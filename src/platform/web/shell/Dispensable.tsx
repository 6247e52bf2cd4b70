import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

const Nothing = () => null

/** A part that a page can do without: while it is on its way, and when it fails, its place is empty. */
export function Dispensable({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary place="" face={Nothing}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
