import { demo } from '#features/operations/demo/contract.ts'
import { useApi } from '#platform/web/api/api.ts'
import { EmptyState } from '#platform/web/parts/EmptyState.tsx'
import { PageHead } from '#platform/web/parts/PageHead.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { DemoClock } from './DemoClock.tsx'
import { DemoOutbox } from './DemoOutbox.tsx'
import styles from './DemoPage.module.css'
import { DemoUsers } from './DemoUsers.tsx'

/** Everything one needs to try the service alone: who to be, what was sent, what time it is. */
export function DemoPage() {
  const t = useTexts('demo')
  const users = useApi(demo.users, { refetchIntervalMs: 10_000 })
  if (users.error?.status === 404) {
    return (
      <div className="wrap">
        <EmptyState>{t('absent')}</EmptyState>
      </div>
    )
  }
  return (
    <div className="wrap">
      <PageHead title={t('title')} lead={t('lead')} />
      <div className={styles.page}>
        <div className="stack-lg">
          <DemoUsers users={users} />
          <DemoClock />
        </div>
        <DemoOutbox />
      </div>
    </div>
  )
}
