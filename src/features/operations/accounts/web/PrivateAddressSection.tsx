import { type ReactNode, useState } from 'react'
import { proofs } from '#features/ground/identity-changes/proof-contract.ts'
import { useApi, useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { CodeForm } from '#platform/web/form/CodeForm.tsx'
import { codeRefusal } from '#platform/web/form/code-refusal.ts'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { accounts } from '../contract.ts'
import styles from './OwnDetailsPage.module.css'

interface StepProps {
  cancel: ReactNode
}

function AddressForm({ cancel, initial, sent }: StepProps & { initial: string; sent: () => void }) {
  const t = useTexts('accounts')
  return (
    <Form
      endpoint={proofs.askForEmail}
      initial={{ email: initial }}
      submit={t('private.send')}
      plain
      unguarded
      beside={cancel}
      onDone={sent}
    >
      <Field name="email" kind="email" label={t('own.personalEmail')} hint={t('private.hint')} autoComplete="email" />
      <Field name="password" kind="password" label={t('fields.currentPassword')} autoComplete="current-password" />
    </Form>
  )
}

/** The code that was sent to the address proves it. */
function AddressCode({ cancel, back }: StepProps & { back: () => void }) {
  const t = useTexts('accounts')
  const confirm = useApiAction(proofs.confirmEmail, {
    handles: 'all',
    refresh: [proofs.own, accounts.own],
    onSuccess: () => {
      back()
      showDone(t('private.done'))
    },
  })
  return (
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
  )
}

/** A private address that has been verified: signatures can be confirmed by a code to it, and it hears of changes. */
export function PrivateAddressSection() {
  const t = useTexts('accounts')
  const held = useApi(proofs.own, {})
  const [step, setStep] = useState<'shown' | 'asked' | 'sent'>('shown')
  const back = () => setStep('shown')
  const cancel = (
    <Button variant="subtle" onClick={back}>
      {t('actions.cancel')}
    </Button>
  )
  const verified = held.data?.proofs.some(({ via }) => via === 'EMAIL') ? held.data.personalEmail : null
  return (
    <section className={styles.section} aria-labelledby="private">
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
        <AddressForm cancel={cancel} initial={held.data?.personalEmail ?? ''} sent={() => setStep('sent')} />
      )}
      {step === 'sent' && <AddressCode cancel={cancel} back={back} />}
    </section>
  )
}
