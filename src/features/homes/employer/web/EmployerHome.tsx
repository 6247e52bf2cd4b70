import { lazy } from 'react'
import { tasks } from '#features/operations/tasks/contract.ts'
import { TasksCard } from '#features/operations/tasks/web/TasksCard.tsx'
import { EmployerPage } from '#features/people/employees/web/EmployerPage.tsx'
import { LeavingContext } from '#features/people/employees/web/leaving-context.ts'
import { pages } from '#platform/contract/pages.ts'
import { useApi } from '#platform/web/api/api.ts'
import { useMay } from '#platform/web/api/user.ts'
import { Button } from '#platform/web/controls/Button.tsx'
import { Link } from '#platform/web/router/Link.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import styles from './EmployerHome.module.css'

const OwnExit = lazy(() =>
  import('#features/lease-ends/company-exits/web/OwnExit.tsx').then((m) => ({ default: m.OwnExit })),
)

const LeavingNote = lazy(() =>
  import('#features/lease-ends/life-events/web/LeavingNote.tsx').then((m) => ({ default: m.LeavingNote })),
)

/** What the page shows at once, so that no card comes later and moves what is read already. */
function useTasksKnown(): boolean {
  return useApi(tasks.list, {}).isFetched
}

/** /tyonantaja with what else waits for the employer; applications are the page's own. */
export function EmployerHome() {
  const isReady = useTasksKnown()
  return (
    <LeavingContext value={LeavingNote}>
      <EmployerPage
        isReady={isReady}
        after={<Matters />}
        tasks={
          <>
            <OptionalBoundary>
              <OwnExit />
            </OptionalBoundary>
            <TasksCard except={['decideApplication']} />
          </>
        }
      />
    </LeavingContext>
  )
}

const matters = [
  ['redemptions', pages.employerRedemptions, 'redemption:read'],
  ['claims', pages.employerClaims, 'insurance-claim:read'],
  ['returns', pages.employerReturns, 'return:read'],
  ['absences', pages.employerAbsences, 'absence-plan:read'],
  ['transfers', pages.employerTransfers, 'brokerage:accept-transfer'],
  ['proposals', pages.employerProposals, 'proposal:confirm'],
] as const

/** The ways to what happens to bicycles while they are leased. */
function Matters() {
  const t = useTexts('employees')
  const may = useMay()
  const open = matters.filter(([, , permission]) => may(permission))
  if (open.length === 0) return null
  return (
    <nav className={styles.matters} aria-labelledby="matters">
      <h2 id="matters" className="sm muted">
        {t('matters.title')}
      </h2>
      <div className="row">
        {open.map(([name, to]) => (
          <Button key={name} component={Link} to={to} size="sm">
            {t(`matters.${name}`)}
          </Button>
        ))}
      </div>
    </nav>
  )
}
