import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useTurn } from './in-turn.ts'

const Nothing = () => null

interface Props {
  children: ReactNode
  /** What keeps its place while it loads; nothing where it stands last. */
  waiting?: ReactNode
}

/** A part that a page can do without: drawn after the rest while the page is being opened, and nothing when it fails. */
export function OptionalBoundary({ children, waiting }: Props) {
  const isDue = useTurn()
  return (
    <ErrorBoundary resetKey="" face={Nothing}>
      {isDue ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}
    </ErrorBoundary>
  )
}
