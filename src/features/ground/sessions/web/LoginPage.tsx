import { lazy, Suspense, useEffect, useState } from 'react'
import { pages } from '#platform/contract/pages.ts'
import type { ApiError } from '#platform/web/api/api-error.ts'
import { loginKey } from '#platform/web/api/messages.ts'
import { homeOf, useUser } from '#platform/web/api/user.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { Spinner } from '#platform/web/parts/Spinner.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { safeNext } from '#platform/web/router/next-path.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { sessions } from '../contract.ts'
import { leaveForHome } from './after-sign-in.ts'

const CodeStep = lazy(() => import('./CodeStep.tsx').then((m) => ({ default: m.CodeStep })))
const EnrolStep = lazy(() => import('./EnrolStep.tsx').then((m) => ({ default: m.EnrolStep })))
const PhoneStep = lazy(() => import('./PhoneStep.tsx').then((m) => ({ default: m.PhoneStep })))

export type Method = 'TOTP' | 'SMS'

type Step =
  | { readonly name: 'password' }
  | { readonly name: 'phone'; readonly userId: string }
  | { readonly name: 'enrol' }
  | {
      readonly name: 'code'
      readonly methods: readonly Method[]
      readonly phoneHint: string | null
      readonly phoneNumber?: string
    }

/** /kirjaudu: the password, then what the account wants beside it. */
export function LoginPage() {
  const t = useTexts('sessions')
  const user = useUser()
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<Step>({ name: 'password' })
  usePageTitle(t('login.title'))
  useEffect(() => {
    // In another tab by now: whoever comes signed in is led on before this is drawn.
    if (!user) return
    const next = safeNext(new URLSearchParams(window.location.search).get('next'))
    window.location.replace(next ?? homeOf(user))
  }, [user])
  if (step.name === 'password') return <PasswordStep email={email} setEmail={setEmail} next={setStep} />
  return (
    <Suspense fallback={<Spinner />}>
      <FurtherStep step={step} email={email} next={setStep} />
    </Suspense>
  )
}

interface FurtherProps {
  step: Exclude<Step, { name: 'password' }>
  email: string
  next: (step: Step) => void
}

/** What an account wants beside the password; fetched for those whose account does. */
function FurtherStep({ step, email, next }: FurtherProps) {
  const restart = () => next({ name: 'password' })
  if (step.name === 'phone')
    return (
      <PhoneStep
        userId={step.userId}
        onSent={(phoneNumber, phoneHint) => next({ name: 'code', methods: ['SMS'], phoneHint, phoneNumber })}
      />
    )
  if (step.name === 'enrol') return <EnrolStep email={email} restart={restart} />
  return <CodeStep {...step} email={email} restart={restart} />
}

/** The ways on for whoever has no password, or no account. */
function OtherWays({ isRefused }: { isRefused: boolean }) {
  const t = useTexts('sessions')
  return (
    <>
      {isRefused && (
        <p className="sm">
          {t('login.noPassword')} <Link to={pages.recovery}>{t('login.firstPassword')}</Link>
        </p>
      )}
      <p className="sm">
        <Link to={pages.recovery}>{t('login.forgot')}</Link>
      </p>
      <p className="sm t2">
        {t('login.noAccount')} <Link to={pages.register}>{t('login.help')}</Link>
      </p>
    </>
  )
}

function PasswordStep({
  email,
  setEmail,
  next,
}: {
  email: string
  setEmail: (email: string) => void
  next: (step: Step) => void
}) {
  const t = useTexts('sessions')
  const [isRefused, setRefused] = useState(false)
  const refused = (error: ApiError) => {
    setRefused(error.code === 'PASSWORD_INCORRECT' || error.code === 'NO_PASSWORD_SET')
    if (error.code === 'USER_DEACTIVATED') window.location.assign(pages.deactivated)
    else if (error.code === 'PHONE_NUMBER_REQUIRED') next({ name: 'phone', userId: String(error.body.userId) })
    else return false
    return true
  }
  return (
    <>
      <h1>{t('login.title')}</h1>
      <Form
        endpoint={sessions.login}
        initial={{ email }}
        submit={t('login.submit')}
        wide
        unguarded
        onFailure={refused}
        wordsOf={(error) => t(loginKey(error))}
        onDone={(reply) => {
          if (!('methods' in reply)) return void leaveForHome()
          next(
            reply.enrolmentRequired
              ? { name: 'enrol' }
              : { name: 'code', methods: reply.methods, phoneHint: reply.phoneHint },
          )
        }}
      >
        <Field
          name="email"
          label={t('fields.email')}
          kind="email"
          autoComplete="username"
          onInput={(text) => setEmail(String(text))}
        />
        <Field name="password" label={t('fields.password')} kind="password" autoComplete="current-password" />
      </Form>
      <OtherWays isRefused={isRefused} />
    </>
  )
}
