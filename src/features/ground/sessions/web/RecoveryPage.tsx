import { useState } from 'react'
import { pages } from '#platform/contract/pages.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { sessions } from '../contract.ts'

/** /salasanan-palauttaminen and /palauta-salasana; it never tells whether an address has an account. */
export function RecoveryPage() {
  const t = useTexts('sessions')
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  usePageTitle(t('recovery.title'))
  return (
    <>
      <h1>{t(isSent ? 'recovery.sentTitle' : 'recovery.title')}</h1>
      {isSent ? (
        <p className="t2" role="status">
          {t('recovery.sent', { email })}
        </p>
      ) : (
        <>
          <p className="t2">{t('recovery.lead')}</p>
          <Form
            endpoint={sessions.recoverPassword}
            submit={t('recovery.submit')}
            wide
            unguarded
            onDone={() => setSent(true)}
          >
            <Field
              name="email"
              label={t('fields.email')}
              kind="email"
              autoComplete="username"
              onInput={(text) => setEmail(String(text))}
            />
          </Form>
        </>
      )}
      <p className="sm">
        <Link to={pages.login}>{t('recovery.back')}</Link>
      </p>
    </>
  )
}
