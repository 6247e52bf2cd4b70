import { useState } from 'react'
import { sessions } from '#features/ground/sessions/contract.ts'
import { ownSignIn } from '#features/ground/sessions/own-sign-in-contract.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './OwnDetailsPage.module.css'

interface Props {
  isOn: boolean
  /** A company of the person wants a code anyway. */
  isWanted: boolean
  hasProvenPhone: boolean
  hasApp: boolean
}

/** Whether a code by SMS is asked for at sign-in, also where no company wants one. */
export function SmsSection({ isOn, isWanted, hasProvenPhone, hasApp }: Props) {
  const t = useTexts('accounts')
  const [isAsking, setAsking] = useState(false)
  const lead = hasApp
    ? 'codeBySms.app'
    : isWanted
      ? 'codeBySms.wanted'
      : hasProvenPhone
        ? 'codeBySms.lead'
        : 'codeBySms.noPhone'
  const isOpen = !hasApp && !isWanted && (hasProvenPhone || isOn)
  const act = t(isOn ? 'codeBySms.turnOff' : 'codeBySms.turnOn')
  return (
    <section className={styles.section} aria-labelledby="sms">
      <h2 id="sms">{t('codeBySms.title')}</h2>
      <p className="t2">{t(lead)}</p>
      {!hasApp && (
        <p>
          <b>{t(isOn || isWanted ? 'codeBySms.on' : 'codeBySms.off')}</b>
        </p>
      )}
      {isOpen && !isAsking && (
        <div>
          <Button onClick={() => setAsking(true)}>{act}</Button>
        </div>
      )}
      {isOpen && isAsking && (
        <Form
          endpoint={ownSignIn.setSmsFactor}
          also={{ enabled: !isOn }}
          submit={act}
          plain
          unguarded
          refresh={[sessions.security]}
          onDone={(reply) => {
            setAsking(false)
            showDone(t(reply.enabled ? 'codeBySms.turnedOn' : 'codeBySms.turnedOff'))
          }}
          beside={
            <Button variant="subtle" onClick={() => setAsking(false)}>
              {t('actions.cancel')}
            </Button>
          }
        >
          <Field name="password" kind="password" label={t('fields.currentPassword')} autoComplete="current-password" />
        </Form>
      )}
    </section>
  )
}
