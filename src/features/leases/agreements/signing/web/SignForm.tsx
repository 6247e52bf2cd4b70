import type { OrderViewType } from '#features/orders/orders/shapes.ts'
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
  readonly done: () => void
}

/** The employer's signer: position, the name as it stands in their own details, the password once more. */
export function SignForm({ agreement, done }: Props) {
  const t = useTexts('signing')
  return (
    <Form
      endpoint={signing.sign}
      params={{ id: agreement.leasingAgreementId }}
      also={{ party: 'EMPLOYER', version: agreement.version, documentSha256: agreement.documentSha256 }}
      submit={t('form.submit')}
      wide
      unguarded
      refresh={afterSigning}
      onDone={() => {
        showDone(t('form.done'), { text: t('form.doneText.EMPLOYER') })
        done()
      }}
    >
      <SignerFields />
      <p className="sm t2">{t('form.statement', { number: agreement.agreementNumber })}</p>
    </Form>
  )
}
