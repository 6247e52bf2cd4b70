import type { OrderViewType } from '#features/orders/shapes.ts'
import { useUser } from '#platform/web/api/user.ts'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { signing } from '../contract.ts'
import { afterSigning } from './after-signing.ts'

export type Party = 'EMPLOYEE' | 'EMPLOYER'
export type Agreement = NonNullable<OrderViewType['agreement']>

interface Props {
  readonly agreement: Agreement
  readonly party: Party
  readonly done: () => void
  /** Where the code went that the employee confirms with. */
  readonly codeSentTo?: string
}

/** The name as it stands in the agreement, the password once more, and the employee's code. */
export function SignForm({ agreement, party, done, codeSentTo }: Props) {
  const t = useTexts('signing')
  const user = useUser()
  return (
    <Form
      endpoint={signing.sign}
      params={{ id: agreement.leasingAgreementId }}
      also={{ party, version: agreement.version, documentSha256: agreement.documentSha256 }}
      submit={t('form.submit')}
      wide
      unguarded
      refresh={afterSigning}
      onDone={() => {
        showDone(t('form.done'), { text: t(`form.doneText.${party}`) })
        done()
      }}
    >
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      {party === 'EMPLOYER' && (
        <Field
          name="position"
          label={t('form.position')}
          hint={t('form.positionHint')}
          autoComplete="organization-title"
        />
      )}
      <Field name="typedName" label={t('form.name')} hint={t('form.nameHint')} autoComplete="name" />
      <Field
        name="password"
        kind="password"
        label={t('form.password')}
        hint={t('form.passwordHint')}
        autoComplete="current-password"
      />
      {codeSentTo && (
        <Field
          name="code"
          label={t('form.code')}
          hint={t('form.codeHint', { to: codeSentTo })}
          autoComplete="one-time-code"
          required
        />
      )}
      <p className="sm t2">{t('form.statement', { number: agreement.agreementNumber })}</p>
    </Form>
  )
}
