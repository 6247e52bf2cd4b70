import { lazy, Suspense, useEffect, useState } from 'react'
import { addNavigationBlocker } from '#platform/web/router/history.ts'
import { usePathname } from '#platform/web/router/location.ts'
import { useTexts } from '#platform/web/words/i18n.ts'

const ConfirmDialog = lazy(() => import('../../dialogs/ConfirmDialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/** Asks before leaving a page whose form has unsaved changes. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const t = useTexts()
  const path = usePathname()
  const [leave, setLeave] = useState<{ proceed: () => void } | null>(null)
  useEffect(() => {
    if (!dirty) return
    // Fetched before it is needed: a question that cannot be asked would lose what it is about.
    void import('../../dialogs/ConfirmDialog.tsx').catch(() => {})
    void import('../../dialogs/DialogBox.tsx').catch(() => {})
    return addNavigationBlocker({
      blocks: (next) => next !== path,
      ask: (proceed) => setLeave({ proceed }),
    })
  }, [dirty, path])
  if (!leave) return null
  const proceed = () => {
    setLeave(null)
    leave.proceed()
  }
  return (
    <Suspense>
      <ConfirmDialog
        opened
        close={() => setLeave(null)}
        title={t('form.leaveTitle')}
        confirm={t('form.leave')}
        cancel={t('form.stay')}
        onConfirm={proceed}
        destroys
      >
        {t('form.leaveText')}
      </ConfirmDialog>
    </Suspense>
  )
}
