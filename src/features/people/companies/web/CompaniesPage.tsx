import { companies } from '#features/people/companies/contract.ts'
import type { ReplyOf } from '#platform/contract/contract.ts'
import { pages } from '#platform/contract/pages.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import type { Column } from '#platform/web/table/DataTable.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import { CompanyPanel } from './CompanyPanel.tsx'

type Row = ReplyOf<typeof companies.register>['items'][number]

const columnsOf = (t: Texts): Column<Row>[] => [
  { key: 'name', title: t('field.name'), cell: (row) => row.name, sort: 'name' },
  {
    key: 'businessId',
    sort: 'businessId',
    inName: true,
    title: t('field.businessId'),
    cell: (row) => <span className="n">{row.businessId}</span>,
  },
  { key: 'city', sort: 'city', title: t('field.city'), cell: (row) => row.city ?? '–', choice: true },
  { key: 'group', title: t('field.group'), cell: (row) => row.groupCompanyName ?? '–', choice: true },
  { key: 'lessor', title: t('field.lessor'), cell: (row) => row.leasingCompanyName ?? '–', choice: true },
  {
    key: 'maxPrice',
    title: t('list.maxPrice'),
    cell: (row) => <Money euros={row.maxPrice} />,
    align: 'right',
    choice: true,
  },
  {
    key: 'employees',
    title: t('list.employees'),
    cell: (row) => <span className="n">{row.employeeCount}</span>,
    align: 'right',
  },
  {
    key: 'pending',
    title: t('list.pending'),
    cell: (row) => (row.pendingCount > 0 ? <StatusPill holder="employer">{row.pendingCount}</StatusPill> : '–'),
    align: 'right',
  },
]

/** The staff's register of companies. */
export function CompaniesPage() {
  const t = useTexts('companies')
  const add = (
    <Button component={Link} to={pages.adminAddCompany}>
      {t('list.add')}
    </Button>
  )
  return (
    <Register
      title={t('list.title')}
      from={companies.register}
      rowKey={(row) => row.companyId}
      search={{ name: 'search', hint: t('list.search') }}
      firstSort={{ by: 'name', descending: false }}
      columns={columnsOf(t)}
      panel={{
        byId: true,
        above: (row) => row.businessId,
        title: (row) => row.name,
        content: (row, close) => (
          <>
            <p>
              <Link to={pages.adminCompany} params={{ companyId: row.companyId }}>
                {t('list.openPage')}
              </Link>
            </p>
            <CompanyPanel companyId={row.companyId} close={close} />
          </>
        ),
      }}
      controls={add}
      empty={{ text: t('list.empty'), act: add }}
    />
  )
}
