import { lazy } from 'react'
import { EmployerPage } from '#features/employees/web/EmployerPage.tsx'
import { LeavingContext } from '#features/employees/web/leaving-context.ts'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'
import styles from './EmployerHome.module.css'

const TasksCard = lazy(() => import('#features/tasks/web/TasksCard.tsx').then((m) => ({ default: m.TasksCard })))

const RedemptionsLink = lazy(() =>
  import('#features/redemptions/web/RedemptionsLink.tsx').then((m) => ({ default: m.RedemptionsLink })),
)

const ClaimsLink = lazy(() =>
  import('#features/insurance-claims/web/ClaimsLink.tsx').then((m) => ({ default: m.ClaimsLink })),
)

const ReturnsLink = lazy(() =>
  import('#features/returns/web/ReturnsLink.tsx').then((m) => ({ default: m.ReturnsLink })),
)

const AbsencesLink = lazy(() =>
  import('#features/absence-plans/web/AbsencesLink.tsx').then((m) => ({ default: m.AbsencesLink })),
)

const OwnExit = lazy(() => import('#features/company-exits/web/OwnExit.tsx').then((m) => ({ default: m.OwnExit })))

const TransfersLink = lazy(() =>
  import('#features/brokerage/web/TransfersLink.tsx').then((m) => ({ default: m.TransfersLink })),
)

const LeavingNote = lazy(() =>
  import('#features/life-events/web/LeavingNote.tsx').then((m) => ({ default: m.LeavingNote })),
)

/** /tyonantaja with what else waits for the employer; applications are the page's own. */
export function EmployerHome() {
  return (
    <LeavingContext value={LeavingNote}>
      <EmployerPage
        tasks={
          <OptionalBoundary>
            <OwnExit />
            <TasksCard except={['decideApplication']} />
            <div className={`row ${styles.links}`}>
              <RedemptionsLink />
              <ClaimsLink />
              <ReturnsLink />
              <AbsencesLink />
              <TransfersLink />
            </div>
          </OptionalBoundary>
        }
      />
    </LeavingContext>
  )
}
