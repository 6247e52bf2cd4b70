import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { ApiError } from '#platform/web/api/api-error.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { useIsBack } from '#platform/web/api/use-connection.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

// A conflict is an answer of the service, which then gives this part as well.
const Conflict = lazy(() => import('./Conflict.tsx').then((m) => ({ default: m.Conflict })))

interface Props {
  error: ApiError
  /** Fetches what is stored now; what was typed stays. */
  reload?: () => void
  /** The words of a failure, where the screen has its own. */
  wordsOf?: (error: ApiError) => ReactNode
}

function Words({ error, wordsOf }: Required<Pick<Props, 'error' | 'wordsOf'>>) {
  return error.code === 'UNREACHABLE' ? <Unreachable>{wordsOf(error)}</Unreachable> : wordsOf(error)
}

/** That the service was not there, until it is there again. */
function Unreachable({ children }: { children: ReactNode }) {
  const t = useTexts()
  const { isBack } = useIsBack()
  return isBack ? t('form.isBack') : children
}

/** Why the form could not be sent, beside the button that was pressed: focused, so that it is seen and read out. */
export function FormFailure({ error, reload = () => {}, wordsOf = textOfError }: Props) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure takes the focus anew
  useEffect(() => {
    box.current?.focus()
  }, [error])
  const isConflict = error.code === 'VERSION_CONFLICT'
  return (
    <div ref={box} role="alert" tabIndex={-1}>
      <Note kind={isConflict ? 'warn' : 'danger'}>
        {isConflict ? (
          <Suspense>
            <Conflict reload={reload} />
          </Suspense>
        ) : (
          <Words error={error} wordsOf={wordsOf} />
        )}
      </Note>
    </div>
  )
}
