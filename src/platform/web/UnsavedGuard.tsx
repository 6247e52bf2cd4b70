import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTexts } from './i18n.ts'

const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/** Asks before leaving a page whose form has unsaved changes. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const t = useTexts()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Suspense>
      <ConfirmDialog
        opened
        close={() => blocker.reset()}
        title={t('form.leaveTitle')}
        confirm={t('form.leave')}
        cancel={t('form.stay')}
        onConfirm={() => blocker.proceed()}
        destroys
      >
        {t('form.leaveText')}
      </ConfirmDialog>
    </Suspense>
  )
}
