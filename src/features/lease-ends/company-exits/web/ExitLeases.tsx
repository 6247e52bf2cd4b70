import { useState } from 'react'
import { useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
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
  const may = useMay()
  return (
    <DataTable
      from={companyExits.leases}
      params={{ id: exit.id }}
      paging={{ page: 'page', limit: 'limit', size: 50 }}
      label={t('leases.title')}
      density="dense"
      rowKey={(row) => row.leasingAgreementId}
      columns={[
        { key: 'employee', sort: 'employeeName', title: t('leases.employee'), cell: (row) => row.employeeName },
        { key: 'number', inName: true, title: t('file.number'), cell: (row) => row.agreementNumber, choice: 'hidden' },
        {
          key: 'until',
          title: t('leases.until'),
          cell: (row) => <Day day={row.choice === null ? row.chooseUntil : null} />,
          choice: 'hidden',
        },
        { key: 'choice', title: t('file.choice'), cell: (row) => t(`choice.${row.choice ?? 'NONE'}`) },
        { key: 'ends', sort: 'endsOn', title: t('file.endsOn'), cell: (row) => <Day day={row.endsOn} /> },
        {
          key: 'stage',
          title: t('columns.state'),
          cell: (row) => <StatusPill holder={holders[row.stage]}>{t(`stage.${row.stage}`)}</StatusPill>,
        },
      ]}
      {...(may('company:exit') && exit.leases.ENDED > 0
        ? {
            selection: {
              labelOf: (row: ExitLeaseRow) => row.employeeName,
              actions: (rows: readonly ExitLeaseRow[], clear: () => void) => (
                <Collected exit={exit} rows={rows} clear={clear} />
              ),
            },
          }
        : {})}
      empty={{ text: t('leases.empty') }}
    />
  )
}

const isToCollect = ({ stage, choice }: ExitLeaseRow) => stage === 'ENDED' && choice === 'TAKEN_BACK'

/** Bicycles that were taken back are marked as collected once their leases have ended, one after the other. */
function Collected({ exit, rows, clear }: { exit: ExitView; rows: readonly ExitLeaseRow[]; clear: () => void }) {
  const t = useTexts('company-exits')
  const [busy, setBusy] = useState(false)
  const take = useApiAction(companyExits.collected, { refresh: readsOfExits })
  const due = rows.filter(isToCollect)
  const collect = async () => {
    setBusy(true)
    try {
      for (const row of due)
        await take.mutateAsync({
          params: { id: exit.id, leasingAgreementId: row.leasingAgreementId },
          body: { bikeAt: 'LESSOR', version: row.agreementVersion },
        })
      clear()
      showDone(t('leases.collectedMany', { count: due.length }))
    } catch {
      // The action has told why; what was marked before stays.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button disabled={due.length === 0} loading={busy} onClick={() => void collect()}>
      {t('leases.collected')}
    </Button>
  )
}
