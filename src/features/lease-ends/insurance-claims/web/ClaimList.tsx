import type { ReactNode } from 'react'
import { useOnlyCompany } from '#platform/web/api/only-company.ts'
import { Instant } from '#platform/web/table/Amounts.tsx'
import type { Column } from '#platform/web/table/DataTable.tsx'
import { Register } from '#platform/web/table/Register.tsx'
import { useGrouped } from '#platform/web/table/use-grouped.tsx'
import { type Texts, useTexts } from '#platform/web/words/i18n.ts'
import { type ClaimRow, claimAwaited, insuranceClaims } from '../contract.ts'
import { claimStatuses, claimTypes } from '../rules.ts'
import { ClaimPanel } from './ClaimPanel.tsx'
import { ClaimState } from './ClaimState.tsx'

interface Props {
  back?: ReactNode
  above?: ReactNode
  title: string
  lead: string
  /** What happened is told, too. */
  hasTypes?: boolean
  add?: { open: string; title: string; form: (done: () => void) => ReactNode }
}

const typeColumnOf = (t: Texts): Column<ClaimRow> => ({
  key: 'type',
  title: t('columns.type'),
  cell: (row) => row.type && t(`types.${row.type}`),
})

const filtersOf = (t: Texts, hasTypes: boolean) => [
  {
    name: 'waitingFor',
    label: t('columns.awaited'),
    options: claimAwaited.map((value) => ({ value, label: t(`awaited.${value}`) })),
  },
  {
    name: 'status',
    label: t('list.status'),
    options: claimStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
  },
  ...(hasTypes
    ? [
        {
          name: 'type',
          label: t('columns.type'),
          options: claimTypes.map((value) => ({ value, label: t(`types.${value}`) })),
        },
      ]
    : []),
]

/** Claims of the viewer's scope, with one beside the list. */
export function ClaimList({ title, lead, hasTypes = false, add, ...around }: Props) {
  const t = useTexts('insurance-claims')
  const seesCompanies = useOnlyCompany() === null
  const grouped = useGrouped({
    by: t('columns.awaited'),
    of: (row: ClaimRow) => row.waitingFor,
    word: (who) => t(`awaited.${who}`),
  })
  return (
    <Register
      {...around}
      title={title}
      lead={lead}
      from={insuranceClaims.list}
      {...grouped}
      rowKey={(row: ClaimRow) => row.insuranceId}
      paging={{ page: 'page', limit: 'limit', size: 10 }}
      search={{ name: 'searchTerm', hint: t('list.search') }}
      filters={filtersOf(t, hasTypes)}
      columns={[
        { key: 'person', sort: 'employeeName', title: t('columns.person'), cell: (row) => row.employeeName },
        ...(seesCompanies
          ? [
              {
                key: 'company',
                sort: 'companyName',
                title: t('columns.company'),
                cell: (row: ClaimRow) => row.companyName,
                choice: true,
              },
            ]
          : []),
        ...(hasTypes ? [typeColumnOf(t)] : []),
        { key: 'agreement', inName: true, title: t('columns.agreement'), cell: (row) => row.agreementNumber },
        { key: 'state', inName: true, title: t('columns.state'), cell: (row) => <ClaimState step={row.step} /> },
        {
          key: 'awaited',
          title: t('columns.awaited'),
          cell: (row) => row.waitingFor.map((who) => t(`awaited.${who}`)).join(', ') || '–',
        },
        { key: 'lease', title: t('columns.lease'), cell: (row) => t(`leaseEffects.${row.leaseEffect}`) },
        {
          key: 'opened',
          sort: 'createdAt',
          title: t('columns.opened'),
          cell: (row) => <Instant at={row.createdAt} dayOnly />,
        },
      ]}
      panel={{
        byId: true,
        title: (row) => row.employeeName,
        above: (row) => (seesCompanies ? row.companyName : null),
        content: (row, close) => <ClaimPanel key={row.insuranceId} id={row.insuranceId} close={close} />,
      }}
      {...(add ? { add } : {})}
      empty={{ text: t('list.empty') }}
    />
  )
}
