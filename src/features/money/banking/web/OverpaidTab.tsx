import { useState } from 'react'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { inFours } from '#platform/values/in-fours.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Reach } from '#platform/web/dialogs/Reach.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { banking } from '../contract.ts'

type Overpaid = ReplyOf<typeof banking.overpaid>['items'][number]

/** Invoices with too much paid: what goes back to its payer, and what a seller pays back to us. */
export function OverpaidTab() {
  const t = useTexts('banking')
  return (
    <div className="stack-md">
      <p className="t2">{t('repayment.lead')}</p>
      <DataTable
        from={banking.overpaid}
        label={t('tabs.overpaid')}
        density="dense"
        rowKey={(row) => row.invoiceId}
        columns={[
          { key: 'payer', title: t('repayment.payer'), cell: (row) => row.payer },
          { key: 'way', title: t('repayment.way'), cell: (row) => t(`repayment.ways.${row.direction}`) },
          { key: 'company', sort: 'companyName', title: t('repayment.company'), cell: (row) => row.companyName },
          { key: 'invoice', inName: true, title: t('repayment.invoice'), cell: (row) => row.number ?? '–' },
          { key: 'amount', title: t('repayment.amount'), cell: (row) => <Money euros={row.amount} />, align: 'right' },
        ]}
        panel={{
          title: (row) => row.payer,
          content: (row, close) =>
            row.direction === 'SALES' ? (
              <OverpaidPanel key={row.invoiceId} row={row} close={close} />
            ) : (
              <ExpectedPanel key={row.invoiceId} row={row} />
            ),
        }}
        empty={{ text: t('repayment.empty') }}
      />
    </div>
  )
}

function OverpaidPanel({ row, close }: { row: Overpaid; close: () => void }) {
  const t = useTexts('banking')
  const may = useMay()
  return (
    <div className="stack-lg">
      <Facts
        rows={[
          [t('repayment.amount'), <Money key="amount" euros={row.amount} />],
          [t('repayment.invoice'), row.number],
          [t('repayment.company'), row.companyName],
          [t('repayment.account'), row.iban ? inFours(row.iban) : t('repayment.unknown')],
        ]}
      />
      {may('payment:repay') && <Repay row={row} closePanel={close} />}
    </div>
  )
}

/** What a seller is to pay back: nobody orders it here, its movement is matched when it has come. */
function ExpectedPanel({ row }: { row: Overpaid }) {
  const t = useTexts('banking')
  return (
    <div className="stack-lg">
      <Facts
        rows={[
          [t('repayment.back'), <Money key="amount" euros={row.amount} />],
          [t('repayment.withBank'), row.withBank > 0 && <Money key="bank" euros={row.withBank} />],
          [t('repayment.invoice'), row.number],
          [t('repayment.company'), row.companyName],
        ]}
      />
      <p>{t('repayment.backText')}</p>
      <p>
        <Link to={pages.adminInvoices} search={{ open: row.invoiceId }}>
          {t('repayment.openInvoice')}
        </Link>
      </p>
    </div>
  )
}

function Repay({ row, closePanel }: { row: Overpaid; closePanel: () => void }) {
  const t = useTexts('banking')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const hint = row.iban ? 'repayment.known' : row.registerIban ? 'repayment.register' : 'repayment.ask'
  return (
    <div>
      <PrimaryButton onClick={() => setOpen(true)}>{t('repayment.open')}</PrimaryButton>
      <Dialog opened={isOpen} close={close} title={t('repayment.title', { name: row.payer })}>
        <Form
          endpoint={banking.repay}
          also={{ invoiceId: row.invoiceId }}
          submit={t('repayment.open')}
          beside={<Button onClick={close}>{t('actions.cancel')}</Button>}
          refresh={[banking.overpaid, banking.orders]}
          onDone={() => {
            close()
            closePanel()
            showDone(t('repayment.done'))
          }}
        >
          <Reach to={row.payer} euros={row.amount} count={row.number} />
          <Field name="iban" label={t('repayment.iban')} hint={t(hint, { iban: row.registerIban })} />
        </Form>
      </Dialog>
    </div>
  )
}
