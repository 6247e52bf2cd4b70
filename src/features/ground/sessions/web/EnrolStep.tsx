import { useEffect, useRef } from 'react'
import { useApiAction } from '#platform/web/api/action.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { QrCode } from '#platform/web/figures/QrCode.tsx'
import { CodeForm } from '#platform/web/form/CodeForm.tsx'
import { codeRefusal } from '#platform/web/form/code-refusal.ts'
import { Spinner } from '#platform/web/parts/Spinner.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { sessions } from '../contract.ts'
import { leaveForHome } from './after-sign-in.ts'

/** An administrator's first sign-in: the app is set up, and its first code ends the sign-in. */
export function EnrolStep({ email, restart }: { email: string; restart: () => void }) {
  const t = useTexts('sessions')
  const start = useApiAction(sessions.startTotp, { onError: restart })
  const verify = useApiAction(sessions.verify, {
    handles: 'all',
    onSuccess: leaveForHome,
    onError: (error) => error.code === 'UNAUTHENTICATED' && restart(),
  })
  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    start.mutate({ body: {} })
  })
  if (!start.data) return <Spinner />
  const { secret, qr } = start.data
  return (
    <>
      <h1>{t('enrol.title')}</h1>
      <p className="t2">{t('enrol.lead')}</p>
      <QrCode {...qr} label={t('enrol.qr')} />
      <p className="sm t2">
        {t('enrol.byHand')} <code className="n">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <CodeForm
        label={t('fields.code')}
        hint={t('fields.appCodeHint')}
        submit={t('enrol.submit')}
        busy={verify.isPending || verify.isSuccess}
        error={codeRefusal(t, verify.error)}
        onCode={(code) => verify.mutate({ body: { email, code } })}
        wide
        autoFocus={false}
        beside={
          <Button variant="subtle" size="sm" onClick={restart}>
            {t('code.other')}
          </Button>
        }
      />
    </>
  )
}
