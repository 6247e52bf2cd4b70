import { type ReactNode, Suspense } from 'react'
import { Button } from '#platform/web/controls/Button.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { Skeleton } from '#platform/web/parts/Skeleton.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

function FailedPart({ reset }: { reset: () => void }) {
  const t = useTexts()
  return (
    <div className="stack-md" role="alert">
      <Note kind="danger">{t('pages.partFailed')}</Note>
      <div className="row">
        <Button onClick={reset}>{t('actions.retry')}</Button>
      </div>
    </div>
  )
}

/** Wraps a part that is fetched later: keeps its place while it loads, and fails without taking the page with it. */
export function LaterPart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary resetKey="" face={FailedPart}>
      <Suspense fallback={<Skeleton height="200px" />}>{children}</Suspense>
    </ErrorBoundary>
  )
}
