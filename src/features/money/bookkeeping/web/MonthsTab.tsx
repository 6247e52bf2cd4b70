import { lazy, Suspense } from 'react'
import { formatMonth } from '#platform/values/days.ts'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { Instant } from '#platform/web/table/Amounts.tsx'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import type { RowOf } from '#platform/web/table/table-types.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { bookkeeping } from '../contract.ts'
import { MonthPanel } from './MonthPanel.tsx'

const Outlook = lazy(() => import('./Outlook.tsx').then((m) => ({ default: m.Outlook })))

type Month = RowOf<typeof bookkeeping.months>

const holders = { OPEN: 'none', CLOSED: 'running', FILED: 'running' } as const

/** The months of the books: how far each has come, and who closed it; below them what is open, due and taxed. */
export function MonthsTab() {
  const t = useTexts('bookkeeping')
  return (
    <div className="stack-lg">
      <DataTable
        from={bookkeeping.months}
        label={t('months.list')}
        density="dense"
        paging={false}
        rowKey={(row) => row.month}
        columns={[
          { key: 'month', title: t('months.month'), cell: (row) => formatMonth(row.month) },
          { key: 'state', title: t('months.state'), cell: (row) => <State row={row} /> },
          { key: 'checks', title: t('months.checks'), cell: (row) => <Compared row={row} /> },
          { key: 'vouchers', title: t('months.vouchers'), cell: (row) => <Vouchers row={row} />, align: 'right' },
          { key: 'closed', title: t('months.closedBy'), cell: (row) => <Done by={row.closedBy} at={row.closedAt} /> },
          { key: 'filed', title: t('months.filed'), cell: (row) => <Done by={row.filedBy} at={row.filedAt} /> },
        ]}
        panel={{
          title: (row) => formatMonth(row.month),
          content: (row) => <MonthPanel key={`${row.month}${row.version}`} month={row.month} />,
        }}
        empty={{ text: t('months.empty') }}
      />
      <Suspense>
        <Outlook />
      </Suspense>
    </div>
  )
}

function State({ row }: { row: Month }) {
  const t = useTexts('bookkeeping')
  if (row.isNext) return <StatusPill holder="staff">{t('months.next')}</StatusPill>
  return <StatusPill holder={holders[row.state]}>{t(`months.states.${row.state}`)}</StatusPill>
}

function Compared({ row: { compared } }: { row: Month }) {
  const t = useTexts('bookkeeping')
  if (!compared) return '–'
  const { agree, explained } = compared
  return (
    <>
      <div>{t('months.agree', { agree, total: agree + explained })}</div>
      {explained > 0 && <small className="t2">{t('months.explained', { count: explained })}</small>}
    </>
  )
}

function Vouchers({ row }: { row: Month }) {
  const t = useTexts('bookkeeping')
  if (row.vouchers === 0) return <>0</>
  return (
    <>
      {row.vouchers}{' '}
      <small className="t2">
        {row.unnumbered > 0 ? t('months.unnumbered', { count: row.unnumbered }) : t('months.noGaps')}
        {row.late > 0 && <span>, {t('months.late', { count: row.late })}</span>}
      </small>
    </>
  )
}

function Done({ by, at }: { by: string | null; at: string | null }) {
  if (!at) return '–'
  return (
    <>
      {by} <Instant at={at} />
    </>
  )
}
