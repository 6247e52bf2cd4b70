import { reporting } from '#features/payroll/reporting/contract.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { SegmentedControl } from '#platform/web/controls/SegmentedControl.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { useLanguage, useTexts } from '#platform/web/words/i18n.ts'
import styles from './CompanyReport.module.css'
import type { Sheet } from './CompanyReport.tsx'

type Asked = Sheet['collections'][number]

/** Whether one person's month was collected: nothing is chosen until somebody has said it. */
function Question({ companyId, month, asked }: { companyId: string; month: string; asked: Asked }) {
  const t = useTexts('reporting')
  const answer = useApiAction(reporting.answerCollection, {
    refresh: [reporting.rows, reporting.months, reporting.group],
    onSuccess: () => showDone(t('collection.done')),
  })
  const { leasingAgreementId, name, agreementNumber, isCollected, version } = asked
  const amount = formatEuros(centsFromEuros(asked.amount), useLanguage())
  return (
    <li>
      <span>
        <b>{name}</b>
        <small className="n">
          {amount} · {agreementNumber}
        </small>
      </span>
      <SegmentedControl
        aria-label={t('collection.group', { name, amount })}
        data={[
          { value: 'yes', label: t('collection.yes') },
          { value: 'no', label: t('collection.no') },
        ]}
        value={isCollected === null ? '' : isCollected ? 'yes' : 'no'}
        disabled={answer.isPending}
        onChange={(value) =>
          answer.mutate({
            params: { companyId, leasingAgreementId },
            body: { month, isCollected: value === 'yes', version },
          })
        }
      />
    </li>
  )
}

/** What people were to pay outside the pay in a month: one answer per bicycle, which may be changed later. */
export function Collections({ sheet }: { sheet: Sheet }) {
  const t = useTexts('reporting')
  const mayAnswer = useMay()('payroll-report:lock')
  const { collections, company, payrollMonth } = sheet
  if (!mayAnswer || collections.length === 0) return null
  return (
    <section className={styles.collections} aria-labelledby="keratyt">
      <h3 id="keratyt">{t('collection.title')}</h3>
      <p className="sm t2">{t('collection.lead')}</p>
      <ul>
        {collections.map((asked) => (
          <Question
            key={asked.leasingAgreementId}
            companyId={company.companyId}
            month={payrollMonth.month}
            asked={asked}
          />
        ))}
      </ul>
    </section>
  )
}
