import { useState } from 'react'
import { formatMonth } from '#platform/values/days.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Field, Form } from '#platform/web/form/Form.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { billing } from '../contract.ts'
import { BillingSettings } from './BillingSettings.tsx'
import { RunPanel, RunState } from './RunPanel.tsx'

/** /admin/laskutus: the monthly billing of employers. */
export function BillingPage() {
  const t = useTexts('billing')
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <Runs />
    </>
  )
}

/** The runs of monthly billing, drafted first and sent when somebody approves them. */
function Runs() {
  const t = useTexts('billing')
  const may = useMay()
  return (
    <DataTable
      from={billing.runs}
      label={t('title')}
      density="dense"
      paging={false}
      rowKey={(row) => row.billingRunId}
      columns={[
        { key: 'month', title: t('columns.month'), cell: (row) => formatMonth(row.month) },
        { key: 'status', title: t('columns.status'), cell: (row) => <RunState run={row} /> },
        { key: 'invoices', title: t('columns.invoices'), cell: (row) => row.invoices, align: 'right' },
        { key: 'lines', title: t('columns.lines'), cell: (row) => row.lines, align: 'right' },
        { key: 'total', title: t('columns.total'), cell: (row) => <Money euros={row.total} />, align: 'right' },
      ]}
      panel={{
        title: (row) => formatMonth(row.month),
        content: (row) => <RunPanel key={row.billingRunId} id={row.billingRunId} />,
      }}
      controls={
        <>
          {may('settings:write') && <BillingSettings />}
          <StartRun />
        </>
      }
      empty={{ text: t('empty') }}
    />
  )
}

function StartRun() {
  const t = useTexts('billing')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <PrimaryButton onClick={() => setOpen(true)}>{t('start.open')}</PrimaryButton>
      <Dialog opened={isOpen} close={close} title={t('start.title')}>
        <StartForm done={close} />
      </Dialog>
    </>
  )
}

function StartForm({ done }: { done: () => void }) {
  const t = useTexts('billing')
  return (
    <Form
      endpoint={billing.start}
      submit={t('start.submit')}
      refresh={[billing.runs]}
      onDone={() => {
        done()
        showDone(t('start.done'))
      }}
    >
      <Field name="month" label={t('columns.month')} hint={t('start.hint')} />
    </Form>
  )
}
