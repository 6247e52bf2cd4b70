import { type ReactNode, useState } from 'react'
import { leasing } from '#features/pricing/leasing/contract.ts'
import type { BillingTable } from '#features/pricing/leasing/shapes.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day, Money } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { formatPercent } from '#platform/web/words/formats.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import type { CompanyChoice } from './BillingTableForm.tsx'
import { FairValueCard } from './FairValueCard.tsx'
import { LaterBillingTableForm } from './LaterBillingTableForm.tsx'

/** All billing tables, whatever the lessor. */
export function BillingTablesPage({ pickCompany }: CompanyChoice) {
  const t = useTexts('leasing')
  const [adding, setAdding] = useState(false)
  return (
    <div className="stack-lg">
      <div>
        <PageHead title={t('tables.title')} lead={t('tables.lead')} />
        <BillingTableList
          pickCompany={pickCompany}
          controls={<PrimaryButton onClick={() => setAdding(true)}>{t('tables.add')}</PrimaryButton>}
        />
      </div>
      <FairValueCard />
      <Dialog opened={adding} close={() => setAdding(false)} title={t('tables.add')} drawer size="lg">
        <LaterBillingTableForm
          pickCompany={pickCompany}
          done={({ name }) => {
            setAdding(false)
            showDone(t('table.added', { name }))
          }}
        />
      </Dialog>
    </div>
  )
}

function BillingTableList({ controls, pickCompany }: CompanyChoice & { controls: ReactNode }) {
  const t = useTexts('leasing')
  const language = useLanguage()
  return (
    <DataTable
      from={leasing.billingTables}
      paging={false}
      density="dense"
      label={t('tables.title')}
      rowKey={(row) => row.billingTableId}
      columns={[
        { key: 'name', title: t('table.name'), cell: (row) => row.name },
        { key: 'lessor', inName: true, title: t('table.lessor'), cell: (row) => row.leasingCompanyName },
        {
          key: 'company',
          inName: true,
          title: t('table.company'),
          cell: (row) => row.companyName ?? t('tables.everyone'),
        },
        {
          key: 'instalment',
          title: t('table.instalment'),
          cell: (row) => <Money euros={row.instalment} />,
          align: 'right',
        },
        {
          key: 'interest',
          title: t('table.yearlyInterest'),
          cell: (row) => <span className="n">{formatPercent(row.yearlyInterest, language)}</span>,
          align: 'right',
        },
        { key: 'from', inName: true, title: t('table.validFrom'), cell: (row) => <Day day={row.validFrom} /> },
        { key: 'to', title: t('table.validTo'), cell: (row) => <Day day={row.validTo} /> },
      ]}
      panel={{
        above: (row) => row.leasingCompanyName,
        title: (row) => row.name,
        content: (row, close) => (
          <BillingTablePanel key={row.billingTableId} table={row} pickCompany={pickCompany} close={close} />
        ),
      }}
      controls={controls}
      empty={{ text: t('tables.empty') }}
    />
  )
}

function BillingTablePanel({ table, pickCompany, close }: CompanyChoice & { table: BillingTable; close: () => void }) {
  const t = useTexts('leasing')
  const may = useMay()
  const [asking, setAsking] = useState(false)
  const remove = useApiAction(leasing.removeBillingTable, {
    refresh: [leasing.billingTables],
    onSuccess: close,
    onError: () => setAsking(false),
  })
  return (
    <div className="stack-lg">
      <LaterBillingTableForm table={table} pickCompany={pickCompany} done={() => showDone(t('table.saved'))} />
      {may('billing-table:delete') && (
        <div>
          <Button variant="subtle" onClick={() => setAsking(true)}>
            {t('table.remove')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={asking}
        close={() => setAsking(false)}
        title={t('table.removeTitle', { name: table.name })}
        confirm={t('table.removeConfirm')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id: table.billingTableId }, query: { version: table.version } })}
        destroys
      >
        <p>{t('table.removeText')}</p>
      </ConfirmDialog>
    </div>
  )
}
