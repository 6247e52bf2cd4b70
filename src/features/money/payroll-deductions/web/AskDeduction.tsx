import { useState } from 'react'
import { payments } from '#features/money/payments/contract.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field } from '#platform/web/form/Field.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { payrollDeductions } from '../contract.ts'

/** Asks the employer to keep a bill from the pay over some months. */
export function AskDeduction({ invoiceId, number }: { invoiceId: string; number: string }) {
  const t = useTexts('payroll-deductions')
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="subtle" aria-label={t('askNamed', { number })} onClick={() => setOpen(true)}>
        {t('ask')}
      </Button>
      <Dialog opened={open} close={close} title={t('askTitle', { number })}>
        <p>{t('askText')}</p>
        <Form
          endpoint={payrollDeductions.start}
          params={{ id: invoiceId }}
          initial={{ months: 3 }}
          submit={t('askSubmit')}
          refresh={[payments.list]}
          onDone={() => {
            showDone(t('askDone'))
            close()
          }}
        >
          <Field name="months" kind="number" label={t('months')} hint={t('monthsHint')} />
        </Form>
      </Dialog>
    </>
  )
}
