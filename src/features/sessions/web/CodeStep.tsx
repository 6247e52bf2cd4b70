import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiAction } from '#platform/web/api/api.ts'
import { CodeForm } from '#platform/web/form/CodeForm.tsx'
import { codeRefusal } from '#platform/web/form/code-refusal.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { sessions } from '../contract.ts'
import { leaveForHome } from './after-sign-in.ts'
import type { Method } from './LoginPage.tsx'
import { RecoveryCodeForm } from './RecoveryCodeForm.tsx'

interface Props {
  email: string
  methods: readonly Method[]
  phoneHint: string | null
  /** The number just given; the code proves it. */
  phoneNumber?: string
  restart: () => void
}

/** The second factor: a code by SMS or from the app, with a way to the other one. */
export function CodeStep({ email, methods, phoneHint, phoneNumber, restart }: Props) {
  const t = useTexts('sessions')
  const [method, setMethod] = useState<Method>(methods[0] ?? 'SMS')
  const [hint, setHint] = useState(phoneHint)
  const [isOnPaper, setOnPaper] = useState(false)
  const verify = useApiAction(sessions.verify, {
    handles: 'all',
    onSuccess: leaveForHome,
    onError: (error) => error.code === 'UNAUTHENTICATED' && restart(),
  })
  const send = useApiAction(sessions.sendCode, {
    onSuccess: (reply, { body }) => {
      verify.reset()
      setMethod(body.method ?? 'SMS')
      if (reply.phoneHint) setHint(reply.phoneHint)
      if (body.method === 'SMS') showDone(t('code.sent'))
    },
  })
  const other = methods.find((one) => one !== method)
  const turn = (to: Method) => send.mutate({ body: { method: to } })
  if (isOnPaper)
    return (
      <>
        <h1>{t('paper.title')}</h1>
        <p className="t2">{t('paper.lead')}</p>
        <RecoveryCodeForm
          busy={verify.isPending || verify.isSuccess}
          error={codeRefusal(t, verify.error)}
          onCode={(code) => verify.mutate({ body: { email, code } })}
        />
        <Button variant="subtle" size="sm" onClick={() => setOnPaper(false)}>
          {t('paper.back')}
        </Button>
      </>
    )
  return (
    <>
      <h1>{t('code.title')}</h1>
      <p className="t2">{method === 'SMS' ? t('code.sms', { hint: hint ?? '' }) : t('code.app')}</p>
      <CodeForm
        key={method}
        label={t('fields.code')}
        hint={t(method === 'SMS' ? 'fields.codeHint' : 'fields.appCodeHint')}
        submit={t('code.submit')}
        busy={verify.isPending || verify.isSuccess}
        error={codeRefusal(t, verify.error)}
        onCode={(code) => verify.mutate({ body: { email, code, ...(phoneNumber ? { phoneNumber } : {}) } })}
        wide
        beside={
          <>
            {!phoneNumber && (method === 'SMS' || verify.isError) && (
              <Button variant="subtle" size="sm" loading={send.isPending} onClick={() => turn(method)}>
                {method === 'SMS' ? t('code.again') : t('actions.retry')}
              </Button>
            )}
            {other && (
              <Button variant="subtle" size="sm" onClick={() => turn(other)}>
                {t(other === 'SMS' ? 'code.bySms' : 'code.byApp')}
              </Button>
            )}
            {method === 'TOTP' && (
              <Button
                variant="subtle"
                size="sm"
                onClick={() => {
                  verify.reset()
                  setOnPaper(true)
                }}
              >
                {t('paper.turn')}
              </Button>
            )}
            <Button variant="subtle" size="sm" onClick={restart}>
              {t('code.other')}
            </Button>
          </>
        }
      />
    </>
  )
}
