import { pages } from '#platform/contract/pages.ts'
import { Form } from '#platform/web/form/Form.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { registration } from '../contract.ts'
import { PlaceFields } from './PlaceFields.tsx'
import type { Joined, LinkView } from './RegistrationPage.tsx'

interface Props {
  token: string
  link: LinkView
  email: string
  onJoined: (joined: Joined) => void
}

/** Joins with the account that is signed in: only the place is asked. */
export function ConfirmForm({ token, link, email, onJoined }: Props) {
  const t = useTexts('registration')
  return (
    <>
      <h1>{t('confirm.title', { name: link.name })}</h1>
      <p className="t2">{t('confirm.who', { email })}</p>
      <Form
        endpoint={registration.confirm}
        params={{ token }}
        submit={t('confirm.submit')}
        wide
        unguarded
        onDone={onJoined}
      >
        <PlaceFields link={link} />
      </Form>
      <p className="sm">
        <a href={pages.logout}>{t('confirm.other')}</a>
      </p>
    </>
  )
}
