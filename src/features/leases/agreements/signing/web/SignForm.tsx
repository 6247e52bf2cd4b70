import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { signing } from '../contract.ts'
import { afterSigning } from './after-signing.ts'
import { SignerFields } from './SignerFields.tsx'

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
      <SignerFields withPosition={party === 'EMPLOYER'} />
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
