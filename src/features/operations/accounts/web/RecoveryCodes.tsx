import { useState } from 'react'
import { sessions } from '#features/ground/sessions/contract.ts'
import { ownSignIn } from '#features/ground/sessions/own-sign-in-contract.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './OwnDetailsPage.module.css'

type Step = { readonly name: 'shown' | 'asked' } | { readonly name: 'made'; readonly codes: readonly string[] }

/** Codes for the day when the phone with the app is gone; they are seen once, when they are made. */
export function RecoveryCodes({ left }: { left: number }) {
  const t = useTexts('accounts')
  const [step, setStep] = useState<Step>({ name: 'shown' })
  const back = () => setStep({ name: 'shown' })
  return (
    <div className={styles.section}>
      <h3>{t('recovery.title')}</h3>
      {step.name !== 'made' && (
        <>
          <p className="t2">{t('recovery.lead')}</p>
          <p>
            <b>{t('recovery.left', { count: left })}</b>
          </p>
        </>
      )}
      {step.name === 'shown' && (
        <div>
          <Button onClick={() => setStep({ name: 'asked' })}>{t(left > 0 ? 'recovery.renew' : 'recovery.make')}</Button>
        </div>
      )}
      {step.name === 'asked' && (
        <Form
          endpoint={ownSignIn.makeRecoveryCodes}
          submit={t(left > 0 ? 'recovery.renew' : 'recovery.make')}
          plain
          unguarded
          refresh={[sessions.security]}
          onDone={({ codes }) => setStep({ name: 'made', codes })}
          beside={
            <Button variant="subtle" onClick={back}>
              {t('actions.cancel')}
            </Button>
          }
        >
          <Field name="password" kind="password" label={t('fields.currentPassword')} autoComplete="current-password" />
        </Form>
      )}
      {step.name === 'made' && <Made codes={step.codes} back={back} />}
    </div>
  )
}

function Made({ codes, back }: { codes: readonly string[]; back: () => void }) {
  const t = useTexts('accounts')
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => showDone(t('recovery.copied')),
      () => undefined,
    )
  return (
    <>
      <div role="status">
        <Note kind="info">{t('recovery.keep')}</Note>
      </div>
      <ul className={styles.codes} aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code className="n">{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={copy}>{t('recovery.copy')}</Button>
        <Button variant="subtle" onClick={back}>
          {t('recovery.done')}
        </Button>
      </div>
    </>
  )
}
