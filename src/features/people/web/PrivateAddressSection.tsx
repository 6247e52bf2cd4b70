import { Button } from '@mantine/core'
import { useState } from 'react'
import { proofs } from '#features/identity/proof-contract.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { CodeForm } from '#platform/web/form/CodeForm.tsx'
import { codeRefusal } from '#platform/web/form/code-refusal.ts'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { people } from '../contract.ts'
import styles from './OwnDetailsPage.module.css'

/** A private address that has been verified: signatures can be confirmed by a code to it, and it hears of changes. */
export function PrivateAddressSection() {
  const t = useTexts('people')
  const held = useApi(proofs.own, {})
  const [step, setStep] = useState<'shown' | 'asked' | 'sent'>('shown')
  const back = () => setStep('shown')
  const confirm = useApiAction(proofs.confirmEmail, {
    handles: 'all',
    refresh: [proofs.own, people.own],
    onSuccess: () => {
      back()
      showDone(t('private.done'))
    },
  })
  const cancel = (
    <Button variant="subtle" onClick={back}>
      {t('actions.cancel')}
    </Button>
  )
  const verified = held.data?.proofs.some(({ via }) => via === 'EMAIL') ? held.data.personalEmail : null
  return (
    <section className={`card ${styles.section}`} aria-labelledby="private">
      <h2 id="private">{t('private.title')}</h2>
      <p className="t2">{t('private.lead')}</p>
      <p>
        <b className={styles.address}>{verified ?? t('private.none')}</b>
      </p>
      {step === 'shown' && (
        <div>
          <Button onClick={() => setStep('asked')}>{t('private.verify')}</Button>
        </div>
      )}
      {step === 'asked' && (
        <Form
          endpoint={proofs.askForEmail}
          initial={{ email: held.data?.personalEmail ?? '' }}
          submit={t('private.send')}
          plain
          unguarded
          beside={cancel}
          onDone={() => setStep('sent')}
        >
          <Field
            name="email"
            kind="email"
            label={t('own.personalEmail')}
            hint={t('private.hint')}
            autoComplete="email"
          />
          <Field name="password" kind="password" label={t('fields.currentPassword')} autoComplete="current-password" />
        </Form>
      )}
      {step === 'sent' && (
        <CodeForm
          label={t('fields.code')}
          hint={t('fields.codeHint')}
          submit={t('private.confirm')}
          plain
          busy={confirm.isPending}
          error={codeRefusal(t, confirm.error)}
          onCode={(code) => confirm.mutate({ body: { code } })}
          beside={cancel}
        />
      )}
    </section>
  )
}
