import { useState } from 'react'
import { pages } from '#platform/contract/pages.ts'
import { isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { hideToken } from '#platform/web/router/hide-token.ts'
import { useParams } from '#platform/web/router/location.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { sessions } from '../contract.ts'

/** /reset/{token}: a first or a new password with a mailed link. */
export function ResetPage() {
  const t = useTexts('sessions')
  const { token = '' } = useParams()
  const [isDone, setDone] = useState(false)
  const link = useApi(sessions.resetLink, { params: { token }, staleMs: Number.POSITIVE_INFINITY })
  usePageTitle(t('reset.title'))
  if (isDone) return <Done />
  if (isApiError(link.error, 'TOKEN_NOT_VALID', 'NOT_FOUND')) return <BadLink />
  return (
    <Loaded from={link}>
      {({ email, firstName, isFirst }) => (
        <>
          <h1>{isFirst ? t('reset.firstTitle', { name: firstName }) : t('reset.title')}</h1>
          <p className="t2">{t(isFirst ? 'reset.firstLead' : 'reset.lead', { email })}</p>
          <Form
            endpoint={sessions.resetPassword}
            params={{ token }}
            submit={t('reset.submit')}
            wide
            unguarded
            onFailure={(error) => {
              if (error.code === 'TOKEN_NOT_VALID') void link.refetch()
              return error.code === 'TOKEN_NOT_VALID'
            }}
            onDone={() => {
              hideToken('/reset/-')
              setDone(true)
            }}
          >
            <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
            <Field
              name="password"
              label={t('fields.newPassword')}
              kind="password"
              hint={t('fields.passwordHint')}
              autoComplete="new-password"
            />
          </Form>
        </>
      )}
    </Loaded>
  )
}

function Done() {
  const t = useTexts('sessions')
  return (
    <>
      <h1>{t('reset.doneTitle')}</h1>
      <p className="t2" role="status">
        {t('reset.done')}
      </p>
      <PrimaryButton component="a" href={pages.login} size="lg" fullWidth>
        {t('reset.toLogin')}
      </PrimaryButton>
    </>
  )
}

function BadLink() {
  const t = useTexts('sessions')
  return (
    <>
      <h1>{t('reset.badTitle')}</h1>
      <p className="t2">{t('reset.bad')}</p>
      <PrimaryButton component="a" href={pages.recovery} size="lg" fullWidth>
        {t('reset.askNew')}
      </PrimaryButton>
    </>
  )
}
