import { Button } from '@mantine/core'
import { useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { Day } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { companyExits, type ExitLeaseRow, type ExitView, readsOfExits } from '../contract.ts'
import type { LeaseStage } from '../rules/exit.ts'

const holders: Record<LeaseStage, 'employee' | 'staff' | 'none'> = {
  OPEN: 'employee',
  CHOSEN: 'staff',
  ENDED: 'staff',
  SETTLED: 'none',
}

/** The company's leases, each with what has been chosen and what is left to do. */
export function ExitLeases({ exit }: { exit: ExitView }) {
  const t = useTexts('company-exits')
  return (
    <DataTable
      from={companyExits.leases}
      params={{ id: exit.id }}
      paging={{ page: 'page', limit: 'limit', size: 50 }}
      label={t('leases.title')}
      density="dense"
      rowKey={(row) => row.leasingAgreementId}
      columns={[
        { key: 'employee', title: t('leases.employee'), cell: (row) => row.employeeName },
        { key: 'number', title: t('file.number'), cell: (row) => row.agreementNumber },
        {
          key: 'until',
          title: t('leases.until'),
          cell: (row) => <Day day={row.choice === null ? row.chooseUntil : null} />,
        },
        { key: 'choice', title: t('file.choice'), cell: (row) => t(`choice.${row.choice ?? 'NONE'}`) },
        { key: 'ends', title: t('file.endsOn'), cell: (row) => <Day day={row.endsOn} /> },
        {
          key: 'stage',
          title: t('columns.state'),
          cell: (row) => <StatusPill holder={holders[row.stage]}>{t(`stage.${row.stage}`)}</StatusPill>,
        },
        { key: 'act', title: t('leases.act'), cell: (row) => <Collected exit={exit} row={row} /> },
      ]}
      empty={{ text: t('leases.empty') }}
    />
  )
}

/** A bicycle that was taken back is marked as collected once its lease has ended. */
function Collected({ exit, row }: { exit: ExitView; row: ExitLeaseRow }) {
  const t = useTexts('company-exits')
  const may = useMay()
  const take = useApiAction(companyExits.collected, {
    refresh: readsOfExits,
    onSuccess: () => showDone(t('panel.done')),
  })
  if (row.stage !== 'ENDED' || row.choice !== 'TAKEN_BACK' || !may('company:exit')) return null
  const params = { id: exit.id, leasingAgreementId: row.leasingAgreementId }
  const body = { bikeAt: 'LESSOR', version: row.agreementVersion } as const
  return (
    <Button size="xs" loading={take.isPending} onClick={() => take.mutate({ params, body })}>
      {t('leases.collected')}
    </Button>
  )
}
