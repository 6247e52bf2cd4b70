import { useEffect, useState } from 'react'
import { pages, pageUrl } from '#platform/contract/pages.ts'
import { type Answer, isApiError, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { isProbablySignedIn } from '#platform/web/api/signed-in-hint.ts'
import { useUser } from '#platform/web/api/user.ts'
import { usePageTitle } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { useParams } from '#platform/web/router/location.ts'
import { loginAddress } from '#platform/web/router/next-path.ts'
import { speakLanguageOfLink, useTexts } from '#platform/web/words/i18n.ts'
import { isLanguage } from '#platform/web/words/language.ts'
import { registration } from '../contract.ts'
import { ApplyForm } from './ApplyForm.tsx'
import { CodeStep } from './CodeStep.tsx'
import { ConfirmForm } from './ConfirmForm.tsx'
import { useKeptApplication } from './use-kept-application.ts'

export type LinkView = Answer<typeof registration.look>
export type Joined = Answer<typeof registration.confirm>

/** /liity/{token}: who one is, then the code from the mailbox on the same page. A signed-in person only confirms. */
export function RegistrationPage() {
  const { token = '', language } = useParams()
  const link = useApi(registration.look, { params: { token }, staleMs: Number.POSITIVE_INFINITY })
  useEffect(() => {
    // Whoever is signed in has a language of their own.
    if (isLanguage(language) && !isProbablySignedIn()) void speakLanguageOfLink(language)
  }, [language])
  if (isApiError(link.error, 'NOT_FOUND', 'TOKEN_NOT_VALID', 'VALIDATION')) return <BadLink />
  return <Loaded from={link}>{(view) => <Join token={token} link={view} />}</Loaded>
}

function Join({ token, link }: { token: string; link: LinkView }) {
  const t = useTexts('registration')
  const user = useUser()
  const { sent, isCoding, setSent, setCoding, startAnew, forget } = useKeptApplication(token)
  const [joined, setJoined] = useState<Joined | null>(null)
  usePageTitle(t('title', { name: link.name }))
  if (joined) return <Done joined={joined} />
  if (user) return <ConfirmForm token={token} link={link} email={user.email} onJoined={setJoined} />
  return (
    <>
      {sent && isCoding ? (
        <CodeStep
          token={token}
          application={sent}
          change={() => setCoding(false)}
          startAnew={startAnew}
          onJoined={(done) => {
            forget()
            setJoined(done)
          }}
        />
      ) : (
        <>
          <h1>{t('title', { name: link.name })}</h1>
          <p className="t2">{t('lead')}</p>
          <ApplyForm token={token} link={link} given={sent} onSent={setSent} />
          <p className="sm t2">
            {t('haveAccount')} <a href={loginAddress(pageUrl('join', { token }))}>{t('signIn')}</a>
          </p>
        </>
      )}
    </>
  )
}

function Done({ joined }: { joined: Joined }) {
  const t = useTexts('registration')
  const isIn = joined.status === 'ACCEPTED'
  return (
    <>
      <h1>{t('done.title')}</h1>
      <p className="t2" role="status">
        {t(isIn ? 'done.accepted' : 'done.text', { company: joined.companyName })}
      </p>
      {/* A full load, so that the shell learns who is signed in now. */}
      <PrimaryButton component="a" href={pages.myBike} size="lg" fullWidth>
        {t('done.toOwn')}
      </PrimaryButton>
    </>
  )
}

function BadLink() {
  const t = useTexts('registration')
  usePageTitle(t('bad.title'))
  return (
    <>
      <h1>{t('bad.title')}</h1>
      <p className="t2">{t('bad.text')}</p>
      <PrimaryButton component="a" href={pages.register} size="lg" fullWidth>
        {t('bad.help')}
      </PrimaryButton>
    </>
  )
}
