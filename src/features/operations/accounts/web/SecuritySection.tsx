import { useState } from 'react'
import { sessions } from '#features/ground/sessions/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useUser } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { AddressSection } from './AddressSection.tsx'
import { AppSection } from './AppSection.tsx'
import { Devices } from './Devices.tsx'
import styles from './OwnDetailsPage.module.css'
import { PhoneSection } from './PhoneSection.tsx'
import { PrivateAddressSection } from './PrivateAddressSection.tsx'
import { SmsSection } from './SmsSection.tsx'

/** How one signs in: password, phone, app, and the devices that are signed in. */
export function SecuritySection() {
  const security = useApi(sessions.security, {})
  return (
    <div className={`card ${styles.group}`}>
      <PasswordSection />
      <Loaded from={security}>
        {(state) => (
          <>
            <AddressSection email={state.email} />
            <PhoneSection phoneNumber={state.phoneNumber} isVerified={state.phoneVerified} />
            <PrivateAddressSection />
            {!state.totpRequired && (
              <SmsSection
                isOn={state.sms}
                isWanted={state.codeWanted}
                hasProvenPhone={state.phoneNumber !== null && state.phoneVerified}
                hasApp={state.totp}
              />
            )}
            <AppSection isOn={state.totp} isRequired={state.totpRequired} codesLeft={state.recoveryCodes} />
            <Devices sessions={state.sessions} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function PasswordSection() {
  const t = useTexts('accounts')
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.section} aria-labelledby="password">
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
