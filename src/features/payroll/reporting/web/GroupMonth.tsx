import { useState } from 'react'
import { reporting } from '#features/payroll/reporting/contract.ts'
import type { GroupLine } from '#features/payroll/reporting/shapes.ts'
import { formatMonth } from '#platform/values/days.ts'
import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './CompanyReport.module.css'
import { GroupLock } from './GroupLock.tsx'
import { isReady } from './group-lock.ts'
import { type LineProps, LockCell } from './LockCell.tsx'
import { monthName } from './month-name.ts'

const files = [
  { key: 'group.csv', from: reporting.groupCsv },
  { key: 'group.xlsx', from: reporting.groupXlsx },
  { key: 'group.salaryRows', from: reporting.groupSalaryRows },
] as const

function CompanyRow(props: LineProps) {
  const t = useTexts('reporting')
  const { line, open } = props
  const { companyName, months, rowCount, totals } = line
  return (
    <tr>
      <th scope="row">
        <button type="button" className={styles.plain} onClick={() => open(months.at(-1)!.month)}>
          {companyName}
        </button>
      </th>
      {months.map(({ month, state }) => (
        <td key={month}>{t(`group.mark.${state}`)}</td>
      ))}
      <td className={styles.amount}>{rowCount}</td>
      <td className={styles.amount}>
        <Money euros={totals.taxValue} />
      </td>
      <td className={styles.amount}>
        <Money euros={totals.grossLowering} />
      </td>
      <td className={styles.amount}>
        <Money euros={totals.netCollection} />
      </td>
      <td>
        <LockCell {...props} />
      </td>
    </tr>
  )
}

const sums = ['history.rows', 'column.taxValue', 'totals.grossLowering', 'totals.netCollection']

function GroupTable({ items, lock }: { items: readonly GroupLine[]; lock: (asked: readonly GroupLine[]) => void }) {
  const t = useTexts('reporting')
  const [, setAddress] = useAddressState()
  const mayLock = useMay()('payroll-report:lock')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls sideways has to be reachable by keyboard.
    <section className={styles.history} aria-labelledby="konserni" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('company')}</th>
            {items[0]?.months.map(({ month }) => (
              <th key={month} scope="col">
                {formatMonth(month)}
              </th>
            ))}
            {sums.map((key) => (
              <th key={key} scope="col" className={styles.amount}>
                {t(key)}
              </th>
            ))}
            <th scope="col">{t('group.act')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((line) => (
            <CompanyRow
              key={line.companyId}
              line={line}
              mayLock={mayLock}
              open={(month) => setAddress({ companyId: line.companyId, month })}
              lock={() => lock([line])}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Companies and months of the group as one table; a name leads to its report, and what is ready is locked from here. */
export function GroupMonth({ groupCompanyId, month }: { groupCompanyId: string; month: string }) {
  const t = useTexts('reporting')
  const language = useLanguage()
  const mayLock = useMay()('payroll-report:lock')
  const [asked, setAsked] = useState<readonly GroupLine[]>([])
  const summary = useApi(reporting.group, { params: { groupCompanyId, month }, keepPrevious: true })
  const lines = summary.data?.items ?? []
  const ready = mayLock ? lines.filter(isReady) : []
  return (
    <div>
      <h2 id="konserni">{t('group.title', { month: monthName(month, language) })}</h2>
      <div className={styles.files}>
        {ready.length > 0 && (
          <Button size="sm" onClick={() => setAsked(lines)}>
            {t('group.lockAll', { count: ready.length })}
          </Button>
        )}
        {files.map(({ key, from }) => (
          <Button key={key} component="a" href={fileUrl(from, { groupCompanyId, month })} download size="sm">
            {t(key)}
          </Button>
        ))}
      </div>
      <Loaded from={summary}>{({ items }) => <GroupTable items={items} lock={setAsked} />}</Loaded>
      {asked.length > 0 && <GroupLock lines={asked} month={month} close={() => setAsked([])} />}
    </div>
  )
}
