import { useEffect } from 'react'
import { ApiError, isApiError } from '#platform/web/api/api-error.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { loadIfReachable, useIsBack } from '#platform/web/api/use-connection.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { isMissingChunk } from '#platform/web/router/missing-chunk.ts'
import { HomeButton } from '#platform/web/shell/HomeButton.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { MessagePage } from './MessagePage.tsx'

export function NotFoundPage() {
  const t = useTexts()
  return (
    <MessagePage title={t('pages.notFoundTitle')} drawing="pyora" act={<HomeButton />}>
      {t('pages.notFoundText')}
    </MessagePage>
  )
}

/** The generic page while the browser is offline. */
export function OfflinePage() {
  const t = useTexts()
  return (
    <MessagePage
      title={t('pages.offlineTitle')}
      drawing={null}
      act={<Button onClick={() => void loadIfReachable()}>{t('actions.retry')}</Button>}
    >
      {t('pages.offlineText')}
    </MessagePage>
  )
}

const isLost = (error: unknown) => isMissingChunk(error) || isApiError(error, 'UNREACHABLE')

/** A page that could not be fetched; it is tried again as soon as the service answers. */
function LostPage({ reset }: { reset: () => void }) {
  const t = useTexts()
  const { connected, isBack } = useIsBack()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the service is back
  useEffect(() => {
    if (isBack) reset()
  }, [isBack])
  return (
    <MessagePage
      title={t(connected ? 'pages.failedTitle' : 'pages.lostTitle')}
      drawing={null}
      act={<Button onClick={reset}>{t('actions.retry')}</Button>}
    >
      {t(connected ? 'pages.failedText' : 'pages.lostText')}
    </MessagePage>
  )
}

/** What the error boundary shows: our own words for a refused call, general ones for anything unforeseen. */
export function FailedPage({ error, reset }: { error: unknown; reset: () => void }) {
  const t = useTexts()
  useEffect(() => console.error(error), [error])
  if (isLost(error)) return <LostPage reset={reset} />
  return (
    <MessagePage
      title={t('pages.failedTitle')}
      drawing="luovutus"
      act={<Button onClick={reset}>{t('actions.retry')}</Button>}
    >
      {error instanceof ApiError ? textOfError(error) : t('pages.failedText')}
    </MessagePage>
  )
}
