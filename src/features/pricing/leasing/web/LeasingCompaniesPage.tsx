import { lazy, useState } from 'react'
import { leasing } from '#features/pricing/leasing/contract.ts'
import type { LeasingCompany } from '#features/pricing/leasing/shapes.ts'
import { pages } from '#platform/contract/pages.ts'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { Form } from '#platform/web/form/Form.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { PrimaryButton } from '#platform/web/parts/PrimaryButton.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { type Column, DataTable } from '#platform/web/table/DataTable.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import type { CompanyChoice } from './BillingTableForm.tsx'
import { LessorFields } from './LessorFields.tsx'

const LessorPanel = lazy(() => import('./LessorPanel.tsx').then((m) => ({ default: m.LessorPanel })))

const refresh = [leasing.companies, leasing.company]

const columnsOf = (t: Texts): Column<LeasingCompany>[] => [
  { key: 'name', title: t('lessor.name'), cell: (row) => row.companyName },
  { key: 'kind', title: t('lessor.kind'), cell: (row) => t(`kind.${row.kind}`) },
  {
    key: 'businessId',
    title: t('lessor.businessId'),
    cell: (row) => <span className="n">{row.businessId ?? '–'}</span>,
  },
  {
    key: 'invoiceEmail',
    title: t('lessor.invoiceEmail'),
    cell: (row) => row.invoiceEmail ?? '–',
    choice: true,
  },
  { key: 'active', title: t('lessor.active'), cell: (row) => t(row.active ? 'states.yes' : 'states.no') },
]

/** The lessors, each with the tables that price its leases. */
export function LeasingCompaniesPage({ pickCompany }: CompanyChoice) {
  const t = useTexts('leasing')
  const [adding, setAdding] = useState(false)
  return (
    <>
      <PageHead title={t('lessors.title')} />
      <DataTable
        from={leasing.companies}
        read={(reply) => ({
          rows: reply.items.flatMap((item) => ('leasingCompanyId' in item ? [item] : [])),
          total: reply.total,
          isEstimate: reply.truncated,
        })}
        paging={false}
        density="dense"
        label={t('lessors.title')}
        rowKey={(row: LeasingCompany) => row.leasingCompanyId}
        columns={columnsOf(t)}
        panel={{
          above: (row) => t(`kind.${row.kind}`),
          title: (row) => row.companyName,
          content: (row) => (
            <div className="stack-lg">
              <p>
                <Link to={pages.adminLessor} params={{ leasingCompanyId: row.leasingCompanyId }}>
                  {t('lessors.page')}
                </Link>
              </p>
              <LessorPanel key={row.leasingCompanyId} lessor={row} pickCompany={pickCompany} />
            </div>
          ),
        }}
        controls={<PrimaryButton onClick={() => setAdding(true)}>{t('lessors.add')}</PrimaryButton>}
        empty={{ text: t('lessors.empty') }}
      />
      <Dialog opened={adding} close={() => setAdding(false)} title={t('lessors.add')}>
        <Form
          endpoint={leasing.createCompany}
          initial={{ country: 'FI', paymentTermsDays: 14, active: true }}
          submit={t('lessors.addSubmit')}
          refresh={refresh}
          onDone={({ companyName }) => {
            setAdding(false)
            showDone(t('lessors.added', { name: companyName }))
          }}
        >
          <LessorFields />
        </Form>
      </Dialog>
    </>
  )
}
