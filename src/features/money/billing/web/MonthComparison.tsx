import { formatMonth } from '#platform/values/days.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Facts } from '#platform/web/parts/Facts.tsx'
import { Money } from '#platform/web/table/Amounts.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { billing } from '../contract.ts'

/** What a month's invoices and its payroll come to, side by side, and why they differ. */
export function MonthComparison({ companyId, month }: { companyId: string; month: string }) {
  const t = useTexts('billing')
  const read = useApi(billing.comparison, { params: { companyId, month } })
  const money = (euros: number | null, without: string) => (euros === null ? without : <Money euros={euros} />)
  return (
    <section className="stack-md">
      <h3>{t('comparison.title')}</h3>
      <Loaded from={read}>
        {(months) => (
          <>
            <Facts
              rows={[
                [
                  t('comparison.invoiced', { month: formatMonth(month) }),
                  money(months.invoiced, t('comparison.notBilled')),
                ],
                [
                  t('comparison.payroll', { month: formatMonth(month) }),
                  money(months.payroll, t('comparison.notBegun')),
                ],
                [
                  t('comparison.difference'),
                  months.difference === null ? null : <Money key="d" euros={months.difference} />,
                ],
              ]}
            />
            {months.parts.length > 0 && (
              <ul className="sm">
                {months.parts.map((part) => (
                  <li key={part.kind}>
                    <Money euros={part.amount} />: {t(`comparison.parts.${part.kind}`)}
                  </li>
                ))}
              </ul>
            )}
            {months.difference === 0 && months.parts.length === 0 && <p className="sm">{t('comparison.same')}</p>}
          </>
        )}
      </Loaded>
    </section>
  )
}
