import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { useTexts } from './i18n.ts'

/** Asks before leaving a page whose form has unsaved changes. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const t = useTexts()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      close={() => blocker.reset?.()}
      title={t('form.leaveTitle')}
      confirm={t('form.leave')}
      cancel={t('form.stay')}
      onConfirm={() => blocker.proceed?.()}
      destroys
    >
      {t('form.leaveText')}
    </ConfirmDialog>
  )
}
