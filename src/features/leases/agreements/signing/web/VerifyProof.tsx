import { useState } from 'react'
import { proofs } from '#features/ground/identity-changes/proof-contract.ts'
import { sessions } from '#features/ground/sessions/contract.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { useUser } from '#platform/web/api/user.ts'
import { CodeForm } from '#platform/web/form/CodeForm.tsx'
import { codeRefusal } from '#platform/web/form/code-refusal.ts'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { type Via, WayOfCode } from './ProofFields.tsx'

/** Verifies a number or a private address, so that a signature can be confirmed by a code to it. */
export function VerifyProof({
  phoneNumber,
  personalEmail,
  textsLeave,
}: {
  phoneNumber: string | null
  personalEmail: string | null
  textsLeave: boolean
}) {
  const t = useTexts('signing')
  const [via, setVia] = useState<Via>(textsLeave ? 'SMS' : 'EMAIL')
  const [sent, setSent] = useState<Via | null>(null)
  if (sent) return <Confirm via={sent} />
  return (
    <>
      <p className="t2">{t('proof.waitsFirst')}</p>
      {textsLeave && <WayOfCode via={via} choose={setVia} />}
      {via === 'SMS' ? (
        <AskByPhone phoneNumber={phoneNumber} onSent={() => setSent('SMS')} />
      ) : (
        <AskByEmail personalEmail={personalEmail} onSent={() => setSent('EMAIL')} />
      )}
    </>
  )
}

function AskByPhone({ phoneNumber, onSent }: { phoneNumber: string | null; onSent: () => void }) {
  const t = useTexts('signing')
  const user = useUser()
  if (!user) return null
  return (
    <Form
      endpoint={sessions.setPhone}
      params={{ userId: user.userId }}
      initial={{ phoneNumber: phoneNumber ?? '' }}
      submit={t('proof.verify')}
      wide
      unguarded
      onDone={onSent}
    >
      <Field name="phoneNumber" kind="phone" label={t('proof.phone')} autoComplete="tel" />
      <Field
        name="password"
        kind="password"
        label={t('form.password')}
        hint={t('form.passwordHint')}
        autoComplete="current-password"
        required
      />
    </Form>
  )
}

function AskByEmail({ personalEmail, onSent }: { personalEmail: string | null; onSent: () => void }) {
  const t = useTexts('signing')
  return (
    <Form
      endpoint={proofs.askForEmail}
      initial={{ email: personalEmail ?? '' }}
      submit={t('proof.verify')}
      wide
      unguarded
      onDone={onSent}
    >
      <Field name="email" kind="email" label={t('proof.email')} hint={t('proof.emailHint')} autoComplete="email" />
      <Field
        name="password"
        kind="password"
        label={t('form.password')}
        hint={t('form.passwordHint')}
        autoComplete="current-password"
      />
    </Form>
  )
}

function Confirm({ via }: { via: Via }) {
  const t = useTexts('signing')
  const onSuccess = () => showDone(t('proof.verified'))
  const byPhone = useApiAction(sessions.confirmPhone, { handles: 'all', refresh: [proofs.own], onSuccess })
  const byEmail = useApiAction(proofs.confirmEmail, { handles: 'all', refresh: [proofs.own], onSuccess })
  const action = via === 'SMS' ? byPhone : byEmail
  return (
    <>
      <p role="status">{t(`proof.sent.${via}`)}</p>
      <CodeForm
        label={t('form.code')}
        hint={t('proof.codeHint')}
        submit={t('proof.confirm')}
        wide
        busy={action.isPending}
        error={codeRefusal(t, action.error)}
        onCode={(code) => action.mutate({ body: { code } })}
      />
    </>
  )
}
