import { firstHour } from '#features/operations/first-hour/contract.ts'
import { type Answer, useApi, useApiAction } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './FirstHour.module.css'

/** Sends a mail to whoever presses, and says what became of it. */
export function TestMail({ view: { testMail, testMailTo } }: { view: Answer<typeof firstHour.get> }) {
  const t = useTexts('first-hour')
  const send = useApiAction(firstHour.sendTestMail, { refresh: [firstHour.get] })
  const isUnderWay = testMail?.status === 'PENDING'
  // The page asks again as long as the mail is on its way.
  useApi(firstHour.get, { enabled: isUnderWay, refetchIntervalMs: 2_000 })
  return (
    <div className={styles.test}>
      <Button
        size="sm"
        aria-label={t('testMail.to', { to: testMailTo })}
        loading={send.isPending}
        onClick={() => send.mutate({ body: {} })}
      >
        {t('testMail.send')}
      </Button>
      <p className="sm t2" role="status">
        {testMail && <span>{t(`testMail.${testMail.status}`, { to: testMail.recipient })}</span>}
        {testMail?.lastError && <span> {t('testMail.answer', { error: testMail.lastError })}</span>}
      </p>
    </div>
  )
}
