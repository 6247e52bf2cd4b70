import { type ReactNode, useDeferredValue } from 'react'
import { Button } from '#platform/web/controls/Button.tsx'
import { EmptyState } from '#platform/web/parts/EmptyState.tsx'
import { Spinner } from '#platform/web/parts/Spinner.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import type { ApiError } from './api-error.ts'
import { textOfError } from './messages.ts'

/** The parts of a query result that a face needs; what `useApi` returns fits. */
export interface Loading<Reply> {
  data: Reply | undefined
  error: ApiError | null
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

interface Props<Reply> {
  from: Loading<Reply>
  /** What stands in for the content while it loads, of the same height. */
  skeleton?: ReactNode
  /** Shown instead of the content when `isEmpty` says so. */
  empty?: ReactNode
  isEmpty?: (reply: Reply) => boolean
  children: (reply: Reply) => ReactNode
}

/** The face of a failed read: what happened and a way to try again. */
export function ErrorFace({ error, retry, busy }: { error: ApiError; retry: () => unknown; busy?: boolean }) {
  const t = useTexts()
  return (
    <div role="alert">
      <EmptyState
        drawing="luovutus"
        act={
          <Button onClick={() => retry()} loading={busy ?? false}>
            {t('actions.retry')}
          </Button>
        }
      >
        {textOfError(error)}
        {error.requestId && <span className="muted xs"> {t('errors.requestId', { id: error.requestId })}</span>}
      </EmptyState>
    </div>
  )
}

/**
 * The faces of a read: loading, failed, empty, there. Rows already on screen stay while they are fetched again. What has
 * come is drawn in slices, so that the page answers meanwhile; what changes later is drawn at once.
 */
export function Loaded<Reply>({ from, skeleton, empty, isEmpty, children }: Props<Reply>) {
  const isDrawn = useDeferredValue(from.data !== undefined)
  if (from.data !== undefined && isDrawn) {
    return <>{isEmpty?.(from.data) ? (empty ?? null) : children(from.data)}</>
  }
  if (from.error && from.data === undefined)
    return <ErrorFace error={from.error} retry={from.refetch} busy={from.isFetching} />
  return <>{skeleton ?? <Spinner />}</>
}
