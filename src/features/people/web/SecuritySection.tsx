import { Button } from '@mantine/core'
import { useState } from 'react'
import { sessions } from '#features/sessions/contract.ts'
import { Instant } from '#platform/web/Amounts.tsx'
import { useApi, useApiAction } from '#platform/web/api.ts'
import { ConfirmDialog } from '#platform/web/ConfirmDialog.tsx'
import { Field } from '#platform/web/Field.tsx'
import { Form } from '#platform/web/Form.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { Loaded } from '#platform/web/Loaded.tsx'
import { showDone } from '#platform/web/toasts.ts'
import { useUser } from '#platform/web/user.ts'
import { AppSection } from './AppSection.tsx'
import styles from './OwnDetailsPage.module.css'
import { PhoneSection } from './PhoneSection.tsx'

/** How one signs in: password, phone, app, and the devices that are signed in. */
export function SecuritySection() {
  const security = useApi(sessions.security, {})
  return (
    <>
      <PasswordSection />
      <Loaded from={security}>
        {(state) => (
          <>
            <PhoneSection phoneNumber={state.phoneNumber} isVerified={state.phoneVerified} />
            <AppSection isOn={state.totp} isRequired={state.totpRequired} />
            <Devices sessions={state.sessions} />
          </>
        )}
      </Loaded>
    </>
  )
}

function PasswordSection() {
  const t = useTexts('people')
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={`card ${styles.section}`} aria-labelledby="password">
      <h2 id="password">{t('security.passwordTitle')}</h2>
      {!isOpen && (
        <div>
          <Button onClick={() => setOpen(true)}>{t('security.changePassword')}</Button>
        </div>
      )}
      {isOpen && (
        <Form
          endpoint={sessions.changePassword}
          submit={t('security.changePassword')}
          plain
          refresh={[sessions.security]}
          onDone={() => {
            setOpen(false)
            showDone(t('security.passwordChanged'), { text: t('security.passwordChangedText') })
          }}
          beside={
            <Button variant="subtle" onClick={() => setOpen(false)}>
              {t('actions.cancel')}
            </Button>
          }
        >
          <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          <Field
            name="currentPassword"
            kind="password"
            label={t('fields.currentPassword')}
            autoComplete="current-password"
          />
          <Field
            name="newPassword"
            kind="password"
            label={t('fields.newPassword')}
            hint={t('fields.passwordHint')}
            autoComplete="new-password"
          />
        </Form>
      )}
    </section>
  )
}

interface Device {
  sessionId: string
  signedInAt: string
  current: boolean
}

function Devices({ sessions: devices }: { sessions: readonly Device[] }) {
  const t = useTexts('people')
  const [isAsking, setAsking] = useState(false)
  const everywhere = useApiAction(sessions.logoutEverywhere, { onSuccess: () => window.location.replace('/kirjaudu') })
  return (
    <section className={`card ${styles.section}`} aria-labelledby="devices">
      <h2 id="devices">{t('security.sessionsTitle')}</h2>
      <p className="t2">{t('security.sessionsLead', { count: devices.length })}</p>
      <ul className={styles.sessions}>
        {devices.map((device) => (
          <li key={device.sessionId} className="sm">
            {t('security.since')} <Instant at={device.signedInAt} />
            {device.current && <span className="t2"> · {t('security.current')}</span>}
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={() => setAsking(true)}>{t('security.everywhere')}</Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        close={() => setAsking(false)}
        title={t('security.everywhereTitle')}
        confirm={t('security.everywhere')}
        busy={everywhere.isPending}
        onConfirm={() => everywhere.mutate({})}
      >
        <p>{t('security.everywhereText')}</p>
      </ConfirmDialog>
    </section>
  )
}
