import { reporting } from '#features/payroll/reporting/contract.ts'
import { type Answer, fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Button } from '#platform/web/controls/Button.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { useAddressState } from '#platform/web/router/address-state.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './CompanyReport.module.css'
import { monthName } from './month-name.ts'

const files = [
  { key: 'group.csv', from: reporting.groupCsv },
  { key: 'group.xlsx', from: reporting.groupXlsx },
  { key: 'group.salaryRows', from: reporting.groupSalaryRows },
] as const

const columns = [
  'company',
  'history.state',
  'history.rows',
  'column.taxValue',
  'totals.grossLowering',
  'totals.netCollection',
]

type Summary = Answer<typeof reporting.group>['items'][number]

function CompanyRow({ summary, open }: { summary: Summary; open: () => void }) {
  const t = useTexts('reporting')
  const { companyName, state, rowCount, totals } = summary
  return (
    <tr>
      <td>
        <button type="button" className={styles.plain} onClick={open}>
          {companyName}
        </button>
      </td>
      <td>
        <StatusPill holder={state === 'LOCKED' ? 'running' : 'employee'}>{t(`state.${state}`)}</StatusPill>
      </td>
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
    </tr>
  )
}

/** The same month in every company of the group; a name leads to its report. */
export function GroupMonth({ groupCompanyId, month }: { groupCompanyId: string; month: string }) {
  const t = useTexts('reporting')
  const language = useLanguage()
  const [, setAddress] = useAddressState()
  const summary = useApi(reporting.group, { params: { groupCompanyId, month }, keepPrevious: true })
  return (
    <div>
      <h2 id="konserni">{t('group.title', { month: monthName(month, language) })}</h2>
      <div className={styles.files}>
        {files.map(({ key, from }) => (
          <Button key={key} component="a" href={fileUrl(from, { groupCompanyId, month })} download size="sm">
            {t(key)}
          </Button>
        ))}
      </div>
      <Loaded from={summary}>
        {({ items }) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls sideways has to be reachable by keyboard.
          <section className={styles.history} aria-labelledby="konserni" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  {columns.map((key, index) => (
                    <th key={key} scope="col" className={index > 1 ? styles.amount : undefined}>
                      {t(key)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {items.map((one) => (
                  <CompanyRow
                    key={one.companyId}
                    summary={one}
                    open={() => setAddress({ companyId: one.companyId, month })}
                  />
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Loaded>
    </div>
  )
}
