import { fileUrl, useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useMay } from '#platform/web/api/user.ts'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { payrollYears, yearStatement } from '../years-contract.ts'
import styles from './Years.module.css'

/** The employer's years by their locked months, each with a statement to show. */
export function Years({ companyId }: { companyId: string }) {
  const t = useTexts('reporting')
  const mayExport = useMay()('payroll-report:export')
  const read = useApi(payrollYears, { query: { companyId } })
  return (
    <Loaded from={read}>
      {({ items }) =>
        items.length > 0 && (
          <div>
            <h2>{t('years.heading')}</h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls sideways has to be reachable by keyboard. */}
            <section className={styles.years} aria-label={t('years.heading')} tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('years.time')}</th>
                    {(['locked', 'people', 'bicycles', 'benefit', 'cost'] as const).map((key) => (
                      <th key={key} scope="col" className={styles.amount}>
                        {t(`years.${key}`)}
                      </th>
                    ))}
                    {mayExport && <th scope="col">{t('years.files')}</th>}
                  </tr>
                </thead>
                <tbody>
                  {items.map(({ year, months, people, bicycles, benefit, cost }) => (
                    <tr key={year}>
                      <th scope="row">{year}</th>
                      <td className={styles.amount}>{months}</td>
                      <td className={styles.amount}>{people}</td>
                      <td className={styles.amount}>{bicycles}</td>
                      <td className={styles.amount}>
                        <Money euros={benefit} />
                      </td>
                      <td className={styles.amount}>
                        <Money euros={cost} />
                      </td>
                      {mayExport && (
                        <td className={styles.files}>
                          {(['pdf', 'xlsx'] as const).map((format) => (
                            <a key={format} href={fileUrl(yearStatement, { companyId, year }, { format })} download>
                              {t(`years.as.${format}`)}
                            </a>
                          ))}
                        </td>
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </div>
        )
      }
    </Loaded>
  )
}
