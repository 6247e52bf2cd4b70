import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { lessorFiles } from '../contract.ts'
import { differenceStates } from '../rules/compare.ts'
import { DifferencePanel, OurSide, TheirSide } from './DifferencePanel.tsx'

const holders = { OPEN: 'staff', TO_TELL: 'staff', TOLD: 'running', SETTLED: 'none', GONE: 'none' } as const

/** What lessors say otherwise than we do, each with what can be done about it. */
export function DifferencesTab() {
  const t = useTexts('lessor-files')
  return (
    <DataTable
      from={lessorFiles.differences}
      label={t('tabs.differences')}
      density="dense"
      rowKey={(row) => row.lessorDifferenceId}
      filters={[
        {
          name: 'state',
          label: t('difference.state'),
          options: differenceStates.map((value) => ({ value, label: t(`states.${value}`) })),
        },
      ]}
      columns={[
        { key: 'number', sort: 'agreementNumber', title: t('difference.number'), cell: (row) => row.agreementNumber },
        { key: 'kind', inName: true, title: t('difference.kind'), cell: (row) => t(`kinds.${row.kind}`) },
        { key: 'employee', title: t('difference.employee'), cell: (row) => row.employeeName ?? '–' },
        {
          key: 'company',
          sort: 'companyName',
          title: t('difference.company'),
          cell: (row) => row.companyName ?? '–',
          choice: true,
        },
        { key: 'lessor', title: t('difference.lessor'), cell: (row) => row.leasingCompanyName, choice: true },
        { key: 'ours', title: t('difference.ours'), cell: (row) => <OurSide row={row} /> },
        { key: 'theirs', title: t('difference.theirs'), cell: (row) => <TheirSide row={row} /> },
        {
          key: 'state',
          title: t('difference.state'),
          cell: (row) => <StatusPill holder={holders[row.state]}>{t(`states.${row.state}`)}</StatusPill>,
        },
      ]}
      panel={{
        byId: true,
        title: (row) => row.agreementNumber,
        above: (row) => row.leasingCompanyName,
        content: (row) => <DifferencePanel key={`${row.lessorDifferenceId}${row.version}`} row={row} />,
      }}
      empty={{ text: t('difference.empty') }}
    />
  )
}
