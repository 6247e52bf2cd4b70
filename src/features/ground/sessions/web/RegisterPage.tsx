import { type FormEvent, useState } from 'react'
import { pages } from '#platform/contract/pages.ts'
import { isEmail, normaliseEmail } from '#platform/contract/validation.ts'
import { useApiAction } from '#platform/web/api/action.ts'
import { TextInput } from '#platform/web/controls/TextInput.tsx'
import { FormFailure } from '#platform/web/form/FormFailure.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { sessions } from '../contract.ts'
import { pathOfPastedLink } from '../rules/pasted-link.ts'

/** /register: a pasted link leads on; an e-mail address brings an open invitation again. */
export function RegisterPage() {
  const t = useTexts('sessions')
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const help = useApiAction(sessions.registrationHelp, { handles: 'all' })
  usePageTitle(t('register.title'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const path = pathOfPastedLink(text)
    if (path) return window.location.assign(path)
    const email = normaliseEmail(text)
    setError(isEmail(email) ? null : t('register.notLink'))
    if (isEmail(email)) help.mutate({ body: { email } })
  }
  return (
    <>
      <h1>{t(help.isSuccess ? 'register.sentTitle' : 'register.title')}</h1>
      {help.isSuccess ? (
        <p className="t2" role="status">
          {t('register.sent', { email: normaliseEmail(text) })}
        </p>
      ) : (
        <>
          <p className="t2">{t('register.lead')}</p>
          <form onSubmit={submit} noValidate className="stack-md">
            <TextInput
              label={t('register.field')}
              value={text}
              error={error}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="email"
            />
            {help.error && <FormFailure error={help.error} />}
            <PrimaryButton type="submit" size="lg" fullWidth loading={help.isPending}>
              {t('register.submit')}
            </PrimaryButton>
          </form>
        </>
      )}
      <p className="sm t2">
        {t('register.hasAccount')} <Link to={pages.login}>{t('register.login')}</Link>
      </p>
    </>
  )
}
