import { useEffect, useRef } from 'react'
import { useApiAction } from '#platform/web/api/action.ts'
import { NOBODY, tellOtherTabs } from '#platform/web/api/other-tabs.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { forgetDrafts } from '#platform/web/form/kept/forget-drafts.ts'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { Spinner } from '#platform/web/parts/Spinner.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { sessions } from '../contract.ts'

/** /kirjaudu-ulos: ends the session and returns to / with a full load. */
export function LogoutPage() {
  const t = useTexts('sessions')
  const logout = useApiAction(sessions.logout, {
    handles: 'all',
    // Who asked to be signed out is so already; the other, who is signed in by now, asked for nothing.
    onError: ({ code }) => code === 'PAGE_OF_ANOTHER_USER' && window.location.replace('/'),
    onSuccess: () => {
      forgetDrafts()
      tellOtherTabs(NOBODY)
      window.location.replace('/')
    },
  })
  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    logout.mutate({})
  })
  usePageTitle(t('logout.title'))
  return (
    <>
      <h1>{t('logout.title')}</h1>
      {logout.isError ? (
        <>
          <p role="alert">{t('logout.failed')}</p>
          <Button onClick={() => logout.mutate({})}>{t('logout.retry')}</Button>
        </>
      ) : (
        <Spinner />
      )}
    </>
  )
}
