import type { OrderViewType } from '#features/orders/orders/shapes.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { signing } from '../contract.ts'
import { afterSigning } from './after-signing.ts'
import type { Party } from './SignForm.tsx'

interface Props {
  opened: boolean
  close: () => void
  agreement: NonNullable<OrderViewType['agreement']>
  party: Party
  done: () => void
}

/** Refusing to sign, with the reason that the other side reads. */
export function DeclineDialog({ opened, close, agreement, party, done }: Props) {
  const t = useTexts('signing')
  return (
    <Dialog opened={opened} close={close} title={t('decline.title', { number: agreement.agreementNumber })}>
      <p style={{ marginBottom: 'var(--s-4)' }}>{t(`decline.text.${party}`)}</p>
      <Form
        endpoint={signing.reject}
        params={{ id: agreement.leasingAgreementId }}
        also={{ party, version: agreement.version }}
        submit={t('decline.submit')}
        plain
        unguarded
        refresh={afterSigning}
        beside={<Button onClick={close}>{t('actions.cancel')}</Button>}
        onDone={() => {
          showDone(t('decline.done'))
          done()
        }}
      >
        <Field name="reason" kind="textarea" label={t('decline.reason')} hint={t('decline.reasonHint')} />
      </Form>
    </Dialog>
  )
}
