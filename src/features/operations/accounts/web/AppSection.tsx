import { type ReactNode, useState } from 'react'
import { sessions } from '#features/ground/sessions/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { QrCode } from '#platform/web/figures/QrCode.tsx'
import { CodeForm } from '#platform/web/form/CodeForm.tsx'
import { codeRefusal } from '#platform/web/form/code-refusal.ts'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import styles from './OwnDetailsPage.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type Started = ReplyOf<typeof sessions.startTotp>
type Step =
  | { readonly name: 'shown' | 'starting' | 'removing' }
  | { readonly name: 'scanning'; readonly started: Started }

interface Props {
  isOn: boolean
  isRequired: boolean
  codesLeft: number
}

interface StepProps {
  isOn: boolean
  cancel: ReactNode
}

function StartForm({ isOn, cancel, started }: StepProps & { started: (started: Started) => void }) {
  const t = useTexts('accounts')
  return (
    <Form
      endpoint={sessions.startTotp}
      submit={t(isOn ? 'security.replaceTotp' : 'security.startTotp')}
      plain
      unguarded
      beside={cancel}
      onDone={started}
    >
      <CurrentPassword />
    </Form>
  )
}

function RemoveForm({ cancel, back }: Pick<StepProps, 'cancel'> & { back: () => void }) {
  const t = useTexts('accounts')
  return (
    <>
      <p>
        <b>{t('security.removeTitle')}</b> {t('security.removeText')}
      </p>
      <Form
        endpoint={sessions.removeTotp}
        submit={t('security.removeTotp')}
        plain
        unguarded
        beside={cancel}
        refresh={[sessions.security]}
        onDone={() => {
          back()
          showDone(t('security.totpRemoved'))
        }}
      >
        <CurrentPassword />
      </Form>
    </>
  )
}

/** The authenticator app: set up, replaced or given up, each with the password first. */
export function AppSection({ isOn, isRequired, codesLeft }: Props) {
  const t = useTexts('accounts')
  const [step, setStep] = useState<Step>({ name: 'shown' })
  const back = () => setStep({ name: 'shown' })
  const cancel = (
    <Button variant="subtle" onClick={back}>
      {t('actions.cancel')}
    </Button>
  )
  return (
    <section className={styles.section} aria-labelledby="app">
      <h2 id="app">{t('security.totpTitle')}</h2>
      <p className="t2">{t(isRequired ? 'security.totpRequired' : 'security.totpLead')}</p>
      <p>
        <b>{t(isOn ? 'security.totpOn' : 'security.totpOff')}</b>
      </p>
      {step.name === 'shown' && (
        <div className={styles.actions}>
          <Button onClick={() => setStep({ name: 'starting' })}>
            {t(isOn ? 'security.replaceTotp' : 'security.startTotp')}
          </Button>
          {isOn && !isRequired && (
            <Button variant="subtle" onClick={() => setStep({ name: 'removing' })}>
              {t('security.removeTotp')}
            </Button>
          )}
        </div>
      )}
      {step.name === 'starting' && (
        <StartForm isOn={isOn} cancel={cancel} started={(started) => setStep({ name: 'scanning', started })} />
      )}
      {step.name === 'removing' && <RemoveForm cancel={cancel} back={back} />}
      {step.name === 'scanning' && <Scanning started={step.started} back={back} />}
      {isOn && step.name === 'shown' && <RecoveryCodes left={codesLeft} />}
    </section>
  )
}

function Scanning({ started, back }: { started: Started; back: () => void }) {
  const t = useTexts('accounts')
  const confirm = useApiAction(sessions.confirmTotp, {
    handles: 'all',
    refresh: [sessions.security],
    onSuccess: () => {
      back()
      showDone(t('security.totpConfirmed'))
    },
  })
  return (
    <>
      <p className="t2">{t('enrol.lead')}</p>
      <QrCode {...started.qr} label={t('enrol.qr')} />
      <p className="sm t2">
        {t('enrol.byHand')} <code className="n">{started.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <CodeForm
        label={t('fields.code')}
        hint={t('fields.appCodeHint')}
        submit={t('security.confirmTotp')}
        plain
        autoFocus={false}
        busy={confirm.isPending}
        error={codeRefusal(t, confirm.error)}
        onCode={(code) => confirm.mutate({ body: { code } })}
        beside={
          <Button variant="subtle" onClick={back}>
            {t('actions.cancel')}
          </Button>
        }
      />
    </>
  )
}
