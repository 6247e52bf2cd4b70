import { useState } from 'react'
import { ownSignIn } from '#features/ground/sessions/own-sign-in-contract.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './OwnDetailsPage.module.css'

type Step = { readonly name: 'shown' | 'asked' } | { readonly name: 'sent'; readonly email: string }

/** The address that one signs in with; a new one counts once the link that is mailed to it has been confirmed. */
export function AddressSection({ email }: { email: string }) {
  const t = useTexts('accounts')
  const [step, setStep] = useState<Step>({ name: 'shown' })
  const [typed, setTyped] = useState('')
  return (
    <section className={styles.section} aria-labelledby="address">
      <h2 id="address">{t('address.title')}</h2>
      <p className="t2">{t('address.lead')}</p>
      <p>
        <b className={styles.address}>{email}</b>
      </p>
      {step.name === 'sent' && <p role="status">{t('address.sent', { email: step.email })}</p>}
      {step.name !== 'asked' && (
        <div>
          <Button onClick={() => setStep({ name: 'asked' })}>{t('address.change')}</Button>
        </div>
      )}
      {step.name === 'asked' && (
        <Form
          endpoint={ownSignIn.changeAddress}
          submit={t('address.send')}
          plain
          unguarded
          onDone={() => setStep({ name: 'sent', email: typed })}
          beside={
            <Button variant="subtle" onClick={() => setStep({ name: 'shown' })}>
              {t('actions.cancel')}
            </Button>
          }
        >
          <Field
            name="email"
            kind="email"
            label={t('address.new')}
            autoComplete="email"
            onInput={(text) => setTyped(String(text))}
          />
          <Field name="password" kind="password" label={t('fields.currentPassword')} autoComplete="current-password" />
        </Form>
      )}
    </section>
  )
}
