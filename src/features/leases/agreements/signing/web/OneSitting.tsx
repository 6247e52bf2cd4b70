import { useState } from 'react'
import { present } from '#platform/values/present.ts'
import { type Answer, isApiError, useApiAction } from '#platform/web/api/api.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { useUser } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { codeRefusal } from '#platform/web/form/code-refusal.ts'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { signing } from '../contract.ts'
import { afterSigning } from './after-signing.ts'
import { ProofFields } from './ProofFields.tsx'
import type { Agreement } from './SignForm.tsx'

/** What is typed to ask for the code; the page forgets it when it is left. */
interface Asked {
  readonly password: string
  readonly phoneNumber?: string
  readonly email?: string
}

interface Props {
  readonly agreement: Agreement
  readonly done: () => void
  /** The number and address that the service knows of, while nobody has proven either. */
  readonly unproven: {
    readonly phoneNumber: string | null
    readonly personalEmail: string | null
    readonly textsLeave: boolean
  } | null
}

/** Signing in one sitting: the password asks for a code, and the code signs; it proves the number besides where need be. */
export function OneSitting({ agreement, done, unproven }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [sent, setSent] = useState<Answer<typeof signing.requestCode> | null>(null)
  if (!asked || !sent)
    return (
      <AskForCode
        agreement={agreement}
        unproven={unproven}
        onSent={(reply, given) => {
          setAsked(given)
          setSent(reply)
        }}
      />
    )
  return <SignByCode agreement={agreement} done={done} asked={asked} sent={sent} onSent={setSent} />
}

const shownOf = ({ version, documentSha256 }: Agreement) => ({ version, documentSha256: present(documentSha256) })

function AskForCode({
  agreement,
  unproven,
  onSent,
}: Pick<Props, 'agreement' | 'unproven'> & {
  onSent: (reply: Answer<typeof signing.requestCode>, asked: Asked) => void
}) {
  const t = useTexts('signing')
  const user = useUser()
  return (
    <Form
      endpoint={signing.requestCode}
      params={{ id: agreement.leasingAgreementId }}
      initial={unproven ? { phoneNumber: unproven.phoneNumber ?? '', email: unproven.personalEmail ?? '' } : {}}
      also={shownOf(agreement)}
      submit={t('proof.send')}
      wide
      unguarded
      onDone={(reply, body) => onSent(reply, body as Asked)}
    >
      <p className="t2">{t(unproven ? 'proof.needed' : 'proof.lead')}</p>
      {unproven && <ProofFields textsLeave={unproven.textsLeave} />}
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Field
        name="password"
        kind="password"
        label={t('form.password')}
        hint={t('form.passwordHint')}
        autoComplete="current-password"
        required
      />
    </Form>
  )
}

function SignByCode({
  agreement,
  done,
  asked,
  sent,
  onSent,
}: Pick<Props, 'agreement' | 'done'> & {
  asked: Asked
  sent: Answer<typeof signing.requestCode>
  onSent: (reply: Answer<typeof signing.requestCode>) => void
}) {
  const t = useTexts('signing')
  const user = useUser()
  const params = { id: agreement.leasingAgreementId }
  const shown = shownOf(agreement)
  const again = useApiAction(signing.requestCode, { onSuccess: onSent })
  return (
    <>
      <Form
        endpoint={signing.sign}
        params={params}
        also={{ party: 'EMPLOYEE', ...shown }}
        toBody={(body) => ({ ...body, password: asked.password })}
        submit={t('form.submit')}
        wide
        unguarded
        refresh={afterSigning}
        wordsOf={(error) =>
          (isApiError(error, 'CODE_WRONG', 'CODE_EXPIRED') && codeRefusal(t, error)) || textOfError(error)
        }
        onDone={() => {
          showDone(t('form.done'), { text: t('form.doneText.EMPLOYEE') })
          done()
        }}
      >
        <p role="status">{t('proof.sentTo', { to: sent.hint })}</p>
        <Field name="code" label={t('form.code')} hint={t('proof.codeHint')} autoComplete="one-time-code" required />
        <p className="sm t2">
          {t('form.statementAs', {
            number: agreement.agreementNumber,
            name: `${user?.firstName ?? ''} ${user?.lastName ?? ''}`,
          })}
        </p>
      </Form>
      <Button
        variant="subtle"
        loading={again.isPending}
        onClick={() => again.mutate({ params, body: { ...asked, ...shown } })}
      >
        {t('proof.again')}
      </Button>
    </>
  )
}
