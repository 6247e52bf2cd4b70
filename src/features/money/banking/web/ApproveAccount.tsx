import { inFours } from '#platform/values/in-fours.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Note } from '#platform/web/parts/Note.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'

/** What is paid back of an invoice of one's company: its admin approves the account that a link has named, or names one. */
export function ApproveAccount({ invoiceId }: { invoiceId: string }) {
  const t = useTexts('banking')
  const may = useMay()
  const found = useApi(banking.ownRepayments, { enabled: may('repayment:approve-account') })
  const repayment = found.data?.items.find((one) => one.invoiceId === invoiceId)
  if (!repayment) return null
  return (
    <section className="stack-md">
      <h3>
        {t('own.title')} <Money euros={repayment.amount} />
      </h3>
      <Note kind="warn">
        {repayment.iban ? t('own.named', { account: inFours(repayment.iban) }) : t('own.unnamed')}
      </Note>
      <Form
        key={repayment.version}
        endpoint={banking.approveAccount}
        params={{ id: invoiceId }}
        also={{ version: repayment.version }}
        initial={{ iban: repayment.iban ? inFours(repayment.iban) : '' }}
        submit={t('own.approve')}
        refresh={[banking.ownRepayments]}
        onDone={() => showDone(t('own.approved'))}
      >
        <Field name="iban" label={t('repaymentPage.iban')} required />
      </Form>
    </section>
  )
}
