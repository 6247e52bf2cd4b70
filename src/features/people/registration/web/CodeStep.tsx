import { useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { CodeForm } from '#platform/web/form/CodeForm.tsx'
import { codeRefusal } from '#platform/web/form/code-refusal.ts'
import { hideToken } from '#platform/web/router/hide-token.ts'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { registration } from '../contract.ts'
import type { KeptApplication } from './ApplyForm.tsx'
import type { Joined } from './RegistrationPage.tsx'

interface Props {
  token: string
  application: KeptApplication
  change: () => void
  /** Forgets the application: another person may have opened the company's link on the same computer. */
  startAnew: () => void
  onJoined: (joined: Joined) => void
}

/** The code from the mailbox. An address with an account gets the same words; its mail leads through sign-in. */
export function CodeStep({ token, application, change, startAnew, onJoined }: Props) {
  const { workEmail, password } = application
  const t = useTexts('registration')
  const verify = useApiAction(registration.verify, {
    handles: 'all',
    onSuccess: (joined) => {
      hideToken('/liity/-')
      onJoined(joined)
    },
  })
  const again = useApiAction(registration.apply, {
    onSuccess: () => {
      verify.reset()
      showDone(t('code.againDone'))
    },
  })
  const sendAgain = () =>
    password ? again.mutate({ params: { token }, body: { ...application, password } }) : change()
  return (
    <>
      <h1>{t('code.title')}</h1>
      <p className="t2" role="status">
        {t('code.sent', { email: workEmail })}
      </p>
      <CodeForm
        label={t('fields.code')}
        hint={t('fields.codeHint')}
        submit={t('code.submit')}
        busy={verify.isPending}
        error={codeRefusal(t, verify.error)}
        onCode={(code) => verify.mutate({ params: { token }, body: { workEmail, code } })}
        wide
        beside={
          <>
            <Button variant="subtle" size="sm" loading={again.isPending} onClick={sendAgain}>
              {t('code.again')}
            </Button>
            <Button variant="subtle" size="sm" onClick={change}>
              {t('code.change')}
            </Button>
            <Button variant="subtle" size="sm" onClick={startAnew}>
              {t('code.startAnew')}
            </Button>
          </>
        }
      />
    </>
  )
}
