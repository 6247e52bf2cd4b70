import { type ReactNode, useState } from 'react'
import { isApiError, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useUser } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { hideToken } from '#platform/web/router/hide-token.ts'
import { useParams } from '#platform/web/router/location.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { useRoleNames } from '#platform/web/words/role-names.ts'
import { memberships } from '../contract.ts'

type Answered = 'accepted' | 'acceptedNew' | 'declined'

/** /kutsu/{token}: who invites and to what, and the person's own yes or no. */
export function InvitationPage() {
  const t = useTexts('memberships')
  const roleName = useRoleNames('memberships')
  const { token = '' } = useParams()
  const [answered, setAnswered] = useState<Answered | null>(null)
  const found = useApi(memberships.look, { params: { token }, staleMs: Number.POSITIVE_INFINITY })
  usePageTitle(t('page.tab'))
  const finish = (how: Answered) => {
    hideToken('/kutsu/-')
    setAnswered(how)
  }
  if (answered) return <Answer how={answered} />
  if (isApiError(found.error, 'TOKEN_NOT_VALID', 'NOT_FOUND')) return <BadLink />
  return (
    <Loaded from={found}>
      {({ kind, companyName, roles, firstName, email, hasAccount }) => {
        const company = companyName ?? t('page.service')
        return (
          <>
            <h1>{t('page.title', { company, name: firstName })}</h1>
            <p className="t2">{t(`page.lead.${kind}`, { company, roles: roles.map(roleName).join(', ') })}</p>
            <p className="t2">{t('page.consent', { email })}</p>
            <Consent token={token} email={email} hasAccount={hasAccount} finish={finish} />
          </>
        )
      }}
    </Loaded>
  )
}

interface ConsentProps {
  readonly token: string
  readonly email: string
  readonly hasAccount: boolean
  readonly finish: (how: Answered) => void
}

/** A password makes the account for whoever has none. */
function NewAccountForm({ token, email, finish, no }: Omit<ConsentProps, 'hasAccount'> & { no: ReactNode }) {
  const t = useTexts('memberships')
  const params = { token }
  return (
    <Form
      endpoint={memberships.accept}
      params={params}
      submit={t('page.acceptNew')}
      wide
      unguarded
      beside={no}
      onDone={() => finish('acceptedNew')}
    >
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field
        name="password"
        kind="password"
        required
        label={t('page.password')}
        hint={t('page.passwordHint')}
        autoComplete="new-password"
      />
    </Form>
  )
}

/** The yes: with the account that is signed in or has the address, else with a password for a new one. */
function Consent({ token, email, hasAccount, finish }: ConsentProps) {
  const t = useTexts('memberships')
  const user = useUser()
  const params = { token }
  const decline = useApiAction(memberships.decline, { onSuccess: () => finish('declined') })
  const accept = useApiAction(memberships.accept, { onSuccess: () => finish('accepted') })
  const acceptSignedIn = useApiAction(memberships.acceptSignedIn, { onSuccess: () => finish('accepted') })
  const no = (
    <Button variant="subtle" loading={decline.isPending} onClick={() => decline.mutate({ params })}>
      {t('page.decline')}
    </Button>
  )
  if (user)
    return (
      <div className="stack-md">
        <p className="t2">{t('page.signedIn', { name: user.firstName })}</p>
        <PrimaryButton size="lg" loading={acceptSignedIn.isPending} onClick={() => acceptSignedIn.mutate({ params })}>
          {t('page.accept')}
        </PrimaryButton>
        {no}
      </div>
    )
  if (hasAccount)
    return (
      <div className="stack-md">
        <PrimaryButton size="lg" loading={accept.isPending} onClick={() => accept.mutate({ params, body: {} })}>
          {t('page.accept')}
        </PrimaryButton>
        {no}
      </div>
    )
  return <NewAccountForm token={token} email={email} finish={finish} no={no} />
}

function Answer({ how }: { how: Answered }) {
  const t = useTexts('memberships')
  const user = useUser()
  return (
    <>
      <h1>{t(`page.${how}Title`)}</h1>
      <p className="t2" role="status">
        {t(`page.${how}`)}
      </p>
      {how !== 'declined' && (
        <PrimaryButton component="a" href={user ? '/' : '/kirjaudu'} size="lg" fullWidth>
          {t(user ? 'page.toOwn' : 'page.toLogin')}
        </PrimaryButton>
      )}
    </>
  )
}

function BadLink() {
  const t = useTexts('memberships')
  return (
    <>
      <h1>{t('page.badTitle')}</h1>
      <p className="t2">{t('page.bad')}</p>
      <PrimaryButton component="a" href="/register" size="lg" fullWidth>
        {t('page.askNew')}
      </PrimaryButton>
    </>
  )
}
