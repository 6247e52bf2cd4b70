import { useState } from 'react'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { noteText } from '#features/payroll/reporting/note-text.ts'
import { type PayrollEvent, payrollEvents } from '#features/payroll/reporting/rules/payroll-facts.ts'
import type { PayrollMonthView, SheetRowView } from '#features/payroll/reporting/shapes.ts'
import { formatMonth } from '#platform/values/days.ts'
import { listName } from '#platform/values/names.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Checkbox } from '#platform/web/controls/Checkbox.tsx'
import { type Holder, StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { type Column, DataTable } from '#platform/web/table/DataTable.tsx'
import { type Texts, useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './PayrollTable.module.css'
import { PlainAmount } from './PlainAmount.tsx'
import { SettleDialog } from './SettleDialog.tsx'
import { settleAct } from './settling.ts'

export const ROWS_OF_PAGE = 50

const holders: Record<PayrollEvent, Holder> = {
  NEW: 'employer',
  RUNNING: 'none',
  CHANGED: 'employee',
  ENDING: 'store',
  ENDED: 'lessor',
  REDEEMED: 'running',
  LEFT: 'employer',
}

const amounts = [
  { key: 'instalment', title: 'column.instalment', band: false },
  { key: 'adminFee', title: 'table.admin', band: false },
  { key: 'taxValue', title: 'column.taxValue', band: false },
  { key: 'code363', title: '363', band: true },
  { key: 'code364', title: '364', band: true },
  { key: 'code420', title: '420', band: true },
  { key: 'grossLowering', title: 'table.grossLowering', band: false },
  { key: 'netCollection', title: 'table.netCollection', band: false },
] as const

function Person({ row }: { row: SheetRowView }) {
  return (
    <>
      <b>{listName(row)}</b>
      <small className="n">{[row.employeeNumber ?? '–', row.unit].filter(Boolean).join(' · ')}</small>
    </>
  )
}

function EventCell({ row, t }: { row: SheetRowView; t: Texts }) {
  return (
    <>
      <StatusPill holder={holders[row.event]}>{t(`event.${row.event}`)}</StatusPill>
      {row.correctsMonth && <small>{t('table.correction', { month: formatMonth(row.correctsMonth) })}</small>}
    </>
  )
}

function useColumns(settle: ((row: SheetRowView) => void) | null): Column<SheetRowView>[] {
  const t = useTexts('reporting')
  const language = useLanguage()
  return [
    { key: 'employee', sort: 'employee', title: t('table.employee'), cell: (row) => <Person row={row} /> },
    { key: 'event', title: t('column.event'), cell: (row) => <EventCell row={row} t={t} /> },
    {
      key: 'tax',
      title: t('column.taxRegime'),
      cell: (row) => (
        <>
          {t(`regimeShort.${row.taxRegime}`)}
          <small>{t(`model.${row.benefitModel}`)}</small>
        </>
      ),
    },
    ...amounts.map(({ key, title, band }) => ({
      key,
      title: band ? title : t(title),
      align: 'right' as const,
      ...(key === 'instalment' || key === 'taxValue' ? { sort: key } : {}),
      band,
      cell: (row: SheetRowView) => <PlainAmount euros={row[key]} />,
    })),
    {
      key: 'note',
      title: t('column.note'),
      cell: (row) => (
        <span className={styles.note}>
          {row.notes.map((note) => noteText(note, language, t)).join(' · ')}
          {settle && settleAct(row) && (
            <button type="button" className={styles.settle} onClick={() => settle(row)}>
              {t(`settle.${settleAct(row)!}`)}
            </button>
          )}
        </span>
      ),
    },
  ]
}

/** Chips by event, with how many rows each has. */
function EventChips({
  month,
  chosen,
  choose,
}: {
  month: PayrollMonthView
  chosen: string
  choose: (event: string) => void
}) {
  const t = useTexts('reporting')
  const events = payrollEvents.filter((event) => month.eventCounts[event] > 0)
  const chips = [
    { event: '', text: t('table.all', { count: month.rowCount }) },
    ...events.map((event) => ({
      event,
      text: t('table.eventCount', { event: t(`event.${event}`), count: month.eventCounts[event] }),
    })),
  ]
  return (
    <fieldset className={styles.chips}>
      <legend className="vh">{t('table.events')}</legend>
      {chips.map(({ event, text }) => (
        <button key={event} type="button" aria-pressed={event === chosen} onClick={() => choose(event)}>
          {text}
        </button>
      ))}
    </fieldset>
  )
}

/** The sums of the month, and of each month that it corrects. */
function SumRows({ month }: { month: PayrollMonthView }) {
  const t = useTexts('reporting')
  const sums = [
    { name: t('table.total'), totals: month.totals },
    ...month.corrected.map(({ month: corrects, totals }) => ({
      name: t('table.corrected', { month: formatMonth(corrects) }),
      totals,
    })),
  ]
  return sums.map(({ name, totals }) => (
    <tr key={name}>
      <td>{name}</td>
      <td colSpan={2} />
      {amounts.map(({ key, band }) => (
        <td key={key} className={`${styles.sum} ${band ? styles.band : ''}`}>
          <PlainAmount euros={totals[key]} />
        </td>
      ))}
      <td />
    </tr>
  ))
}

/** The rows of a month: the first column stays, what payroll imports stands on a band, the sum below. */
export function PayrollTable({ companyId, month }: { companyId: string; month: PayrollMonthView }) {
  const t = useTexts('reporting')
  const maySettle = useMay()('payroll-report:lock')
  const [settling, setSettling] = useState<SheetRowView | null>(null)
  const columns = useColumns(maySettle ? setSettling : null)
  const [address, setAddress] = useAddressState()
  const event = payrollEvents.find((one) => one === address.event)
  const onlyChanges = address.changes === '1'
  if (month.rowCount === 0) return <p className="t2">{t('table.empty')}</p>
  return (
    <div className={styles.table}>
      <DataTable
        from={reporting.rows}
        params={{ companyId, month: month.month }}
        query={{ ...(event ? { event } : {}), onlyChanges }}
        label={t('table.label')}
        rowKey={(row: SheetRowView) => row.rowKey}
        columns={columns}
        cards={false}
        density="dense"
        paging={{ page: 'page', limit: 'limit', size: ROWS_OF_PAGE }}
        controls={
          <>
            <EventChips month={month} chosen={event ?? ''} choose={(next) => setAddress({ event: next, page: null })} />
            <Checkbox
              className={styles.only ?? ''}
              label={t('table.onlyChanges')}
              checked={onlyChanges}
              onChange={({ currentTarget }) => setAddress({ changes: currentTarget.checked ? '1' : null, page: null })}
            />
          </>
        }
        empty={{ text: t('table.noneFound') }}
        {...(event || onlyChanges ? {} : { foot: <SumRows month={month} /> })}
      />
      <p className="sm t2">{t('table.foot')}</p>
      {settling && <SettleDialog companyId={companyId} row={settling} close={() => setSettling(null)} />}
    </div>
  )
}
