import { useState } from 'react'
import { useApiAction } from '#platform/web/api/action.ts'
import { Button } from '#platform/web/controls/Button.tsx'
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

/** A code from the paper, for whoever has lost the phone with the app. */
function PaperStep({ busy, error, onCode, back }: PaperProps) {
  const t = useTexts('sessions')
  return (
    <>
      <h1>{t('paper.title')}</h1>
      <p className="t2">{t('paper.lead')}</p>
      <RecoveryCodeForm busy={busy} error={error} onCode={onCode} />
      <Button variant="subtle" size="sm" onClick={back}>
        {t('paper.back')}
      </Button>
    </>
  )
}

type PaperProps = Parameters<typeof RecoveryCodeForm>[0] & { back: () => void }

interface OtherWaysProps {
  method: Method
  other: Method | undefined
  /** Whether the code can be asked for again. */
  mayAsk: boolean
  busy: boolean
  ask: (method: Method) => void
  turnToPaper: () => void
  restart: () => void
}

/** Another code, the other method, the paper, or another account. */
function OtherWays({ method, other, mayAsk, busy, ask, turnToPaper, restart }: OtherWaysProps) {
  const t = useTexts('sessions')
  return (
    <>
      {mayAsk && (
        <Button variant="subtle" size="sm" loading={busy} onClick={() => ask(method)}>
          {method === 'SMS' ? t('code.again') : t('actions.retry')}
        </Button>
      )}
      {other && (
        <Button variant="subtle" size="sm" onClick={() => ask(other)}>
          {t(other === 'SMS' ? 'code.bySms' : 'code.byApp')}
        </Button>
      )}
      {method === 'TOTP' && (
        <Button variant="subtle" size="sm" onClick={turnToPaper}>
          {t('paper.turn')}
        </Button>
      )}
      <Button variant="subtle" size="sm" onClick={restart}>
        {t('code.other')}
      </Button>
    </>
  )
}

/** The calls of the second factor: a code is checked, and another one is asked for by either method. */
function useSecondFactor({ methods, phoneHint, restart }: Pick<Props, 'methods' | 'phoneHint' | 'restart'>) {
  const t = useTexts('sessions')
  const [method, setMethod] = useState<Method>(methods[0] ?? 'SMS')
  const [hint, setHint] = useState(phoneHint)
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
  return { method, hint, verify, send }
}

/** The second factor: a code by SMS or from the app, with a way to the other one. */
export function CodeStep({ email, methods, phoneHint, phoneNumber, restart }: Props) {
  const t = useTexts('sessions')
  const [isOnPaper, setOnPaper] = useState(false)
  const { method, hint, verify, send } = useSecondFactor({ methods, phoneHint, restart })
  const busy = verify.isPending || verify.isSuccess
  const error = codeRefusal(t, verify.error)
  if (isOnPaper) {
    const onCode = (code: string) => verify.mutate({ body: { email, code } })
    return <PaperStep busy={busy} error={error} onCode={onCode} back={() => setOnPaper(false)} />
  }
  return (
    <>
      <h1>{t('code.title')}</h1>
      <p className="t2">{method === 'SMS' ? t('code.sms', { hint: hint ?? '' }) : t('code.app')}</p>
      <CodeForm
        key={method}
        label={t('fields.code')}
        hint={t(method === 'SMS' ? 'fields.codeHint' : 'fields.appCodeHint')}
        submit={t('code.submit')}
        busy={busy}
        error={error}
        onCode={(code) => verify.mutate({ body: { email, code, ...(phoneNumber ? { phoneNumber } : {}) } })}
        wide
        beside={
          <OtherWays
            method={method}
            other={methods.find((one) => one !== method)}
            mayAsk={!phoneNumber && (method === 'SMS' || verify.isError)}
            busy={send.isPending}
            ask={(to) => send.mutate({ body: { method: to } })}
            turnToPaper={() => {
              verify.reset()
              setOnPaper(true)
            }}
            restart={restart}
          />
        }
      />
    </>
  )
}
