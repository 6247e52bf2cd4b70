import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ApiError } from '#platform/web/api/api-error.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { Note } from '#platform/web/parts/Note.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'

interface Props {
  error: ApiError
  /** Fetches what is stored now; what was typed stays. */
  reload: () => void
}

/** Why the form could not be sent, beside the button that was pressed: focused, so that it is seen and read out. */
export function FormFailure({ error, reload }: Props) {
  const t = useTexts()
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure takes the focus anew
  useEffect(() => {
    box.current?.focus()
    box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [error])
  const isConflict = error.code === 'VERSION_CONFLICT'
  return (
    <div ref={box} role="alert" tabIndex={-1}>
      {isConflict ? (
        <Note kind="warn">
          <b>{t('form.conflictTitle')}</b>
          <p>{t('form.conflictText')}</p>
          <Button size="sm" mt="sm" onClick={reload}>
            {t('form.conflictReload')}
          </Button>
        </Note>
      ) : (
        <Note kind="danger">{textOfError(error)}</Note>
      )}
    </div>
  )
}
