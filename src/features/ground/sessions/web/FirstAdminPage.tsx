import { useState } from 'react'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import { isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Field, FieldRow } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { hideToken } from '#platform/web/router/hide-token.ts'
import { useParams } from '#platform/web/router/location.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { sessions } from '../contract.ts'

/** Nothing more to do here: the admin has been made, or the link does not hold. */
function Ended({ isDone }: { isDone: boolean }) {
  const t = useTexts('sessions')
  return (
    <>
      <h1>{t(isDone ? 'firstAdmin.doneTitle' : 'reset.badTitle')}</h1>
      <p className="t2">{t(isDone ? 'firstAdmin.done' : 'errors.TOKEN_NOT_VALID')}</p>
      <PrimaryButton
        component="a"
        href={isDone ? pageUrl('login', {}, { next: pages.adminFirstHour }) : pages.login}
        size="lg"
        fullWidth
      >
        {t('reset.toLogin')}
      </PrimaryButton>
    </>
  )
}

/** /aloitus/{token}: the first super admin of a new installation. */
export function FirstAdminPage() {
  const t = useTexts('sessions')
  const { token = '' } = useParams()
  const [isDone, setDone] = useState(false)
  const link = useApi(sessions.firstAdminLink, { params: { token }, staleMs: Number.POSITIVE_INFINITY })
  usePageTitle(t('firstAdmin.title'))
  if (isDone || isApiError(link.error, 'TOKEN_NOT_VALID', 'NOT_FOUND')) return <Ended isDone={isDone} />
  return (
    <Loaded from={link}>
      {() => (
        <>
          <h1>{t('firstAdmin.title')}</h1>
          <p className="t2">{t('firstAdmin.lead')}</p>
          <Form
            endpoint={sessions.createFirstAdmin}
            params={{ token }}
            submit={t('firstAdmin.submit')}
            wide
            unguarded
            onDone={() => {
              hideToken('/aloitus/-')
              setDone(true)
            }}
          >
            <FieldRow>
              <Field name="firstName" label={t('fields.firstName')} autoComplete="given-name" />
              <Field name="lastName" label={t('fields.lastName')} autoComplete="family-name" />
            </FieldRow>
            <Field name="email" label={t('fields.email')} kind="email" autoComplete="username" />
            <Field
              name="password"
              label={t('fields.password')}
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
