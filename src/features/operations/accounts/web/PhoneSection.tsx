import { type ReactNode, useState } from 'react'
import { sessions } from '#features/ground/sessions/contract.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { useUser } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { CodeForm } from '#platform/web/form/CodeForm.tsx'
import { codeRefusal } from '#platform/web/form/code-refusal.ts'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { formatPhone } from '#platform/web/words/formats.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import styles from './OwnDetailsPage.module.css'

type Step = { readonly name: 'shown' } | { readonly name: 'asked' } | { readonly name: 'sent'; readonly hint: string }

interface StepProps {
  cancel: ReactNode
}

function NumberForm({ cancel, userId, sent }: StepProps & { userId: string; sent: (hint: string) => void }) {
  const t = useTexts('accounts')
  return (
    <Form
      endpoint={sessions.setPhone}
      params={{ userId }}
      submit={t('security.sendPhoneCode')}
      plain
      unguarded
      beside={cancel}
      onDone={(reply) => sent(reply.phoneHint ?? '')}
    >
      <Field
        name="phoneNumber"
        kind="phone"
        label={t('fields.phone')}
        hint={t('fields.phoneHint')}
        autoComplete="tel"
      />
      <CurrentPassword />
    </Form>
  )
}

interface CodeProps {
  readonly hint: string
  /** The number that it takes the place of. */
  readonly before: string | null
  readonly back: () => void
}

/** The code that was sent to the new number proves it. */
function NumberCode({ cancel, hint, back, before }: StepProps & CodeProps) {
  const t = useTexts('accounts')
  const confirm = useApiAction(sessions.confirmPhone, {
    handles: 'all',
    refresh: [sessions.security],
    onSuccess: ({ phoneNumber }) => {
      back()
      showDone(t(before === null || before === phoneNumber ? 'security.phoneVerified' : 'security.phoneChanged'))
    },
  })
  return (
    <>
      <p role="status">{t('security.phoneCodeSent', { hint })}</p>
      <CodeForm
        label={t('fields.code')}
        hint={t('fields.codeHint')}
        submit={t('security.confirmPhone')}
        plain
        busy={confirm.isPending}
        error={codeRefusal(t, confirm.error)}
        onCode={(code) => confirm.mutate({ body: { code } })}
        beside={cancel}
      />
    </>
  )
}

/** The number that codes go to; a new one counts once the code sent to it has come back. */
export function PhoneSection({ phoneNumber, isVerified }: { phoneNumber: string | null; isVerified: boolean }) {
  const t = useTexts('accounts')
  const user = useUser()
  const [step, setStep] = useState<Step>({ name: 'shown' })
  const back = () => setStep({ name: 'shown' })
  const cancel = (
    <Button variant="subtle" onClick={back}>
      {t('actions.cancel')}
    </Button>
  )
  return (
    <section className={styles.section} aria-labelledby="phone">
      <h2 id="phone">{t('security.phoneTitle')}</h2>
      <p className="t2">{t('security.phoneLead')}</p>
      <p>
        <b className="n">{phoneNumber ? formatPhone(phoneNumber) : t('security.noPhone')}</b>
        {phoneNumber && !isVerified && <span className="sm t2"> · {t('security.phoneUnverified')}</span>}
      </p>
      {step.name === 'shown' && (
        <div>
          <Button onClick={() => setStep({ name: 'asked' })}>{t('security.changePhone')}</Button>
        </div>
      )}
      {step.name === 'asked' && user && (
        <NumberForm cancel={cancel} userId={user.userId} sent={(hint) => setStep({ name: 'sent', hint })} />
      )}
      {step.name === 'sent' && <NumberCode cancel={cancel} hint={step.hint} before={phoneNumber} back={back} />}
    </section>
  )
}
