import { IconSend } from '@tabler/icons-react'
import { reporting } from '#features/payroll/reporting/contract.ts'
import { useApiAction } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { AskFirst } from '#platform/web/dialogs/AskFirst.tsx'
import { StatusPill } from '#platform/web/parts/StatusPill.tsx'
import { showDone } from '#platform/web/shell/toasts.ts'
import { formatMoment } from '#platform/web/words/formats.ts'
import { useTexts } from '#platform/web/words/i18n.ts'
import { Collections } from './Collections.tsx'
import styles from './CompanyReport.module.css'
import type { Sheet } from './CompanyReport.tsx'
import { Downloads } from './Downloads.tsx'

/** Who locked the month, its files, and the link once more. */
export function LockedCard({ sheet }: { sheet: Sheet }) {
  const t = useTexts('reporting')
  const maySend = useMay()('payroll-report:send')
  const send = useApiAction(reporting.send, {
    onSuccess: ({ recipients }) => showDone(t('send.done'), { text: t('lock.doneText', { count: recipients }) }),
  })
  const { company, payrollMonth } = sheet
  const { lock, month } = payrollMonth
  if (!lock) return null
  return (
    <section className={styles.card} aria-labelledby="lukittu">
      <div>
        <StatusPill holder="running" percent={100}>
          {t('state.LOCKED')}
        </StatusPill>
        <h2 id="lukittu">{t('lock.byAt', { name: lock.lockedBy, at: formatMoment(lock.lockedAt) })}</h2>
        <p className="sm t2">{t('history.hashHint')}</p>
        <dl className={styles.hashes}>
          <dt>CSV</dt>
          <dd>{lock.csvSha256}</dd>
          <dt>XLSX</dt>
          <dd>{lock.xlsxSha256}</dd>
          {lock.salarySha256 && (
            <>
              <dt>{t('salaryRows')}</dt>
              <dd>{lock.salarySha256}</dd>
            </>
          )}
        </dl>
        <Collections sheet={sheet} />
      </div>
      <div className={styles.actions}>
        <Downloads companyId={company.companyId} month={month} />
        {maySend && sheet.recipients > 0 && (
          <AskFirst
            act={t('send.act')}
            text={t('send.ask', { count: sheet.recipients })}
            reach={{ to: t('send.to', { company: company.companyName }), count: sheet.recipients }}
            look={{ leftSection: <IconSend size={16} stroke={1.75} aria-hidden="true" /> }}
            run={() => send.mutateAsync({ params: { companyId: company.companyId, month } })}
          />
        )}
      </div>
    </section>
  )
}
