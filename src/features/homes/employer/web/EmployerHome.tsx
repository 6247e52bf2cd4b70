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
import './after-decision.ts'
import { DayLine, useDayActs } from './DayLine.tsx'

const OwnExit = lazy(() =>
  import('#features/lease-ends/company-exits/web/OwnExit.tsx').then((m) => ({ default: m.OwnExit })),
)

const OwnDeputies = lazy(() =>
  import('#features/people/companies/deputies/web/OwnDeputies.tsx').then((m) => ({ default: m.OwnDeputies })),
)

const OwnTerms = lazy(() =>
  import('#features/people/companies/employer-terms/web/OwnTerms.tsx').then((m) => ({ default: m.OwnTerms })),
)

const LeavingNote = lazy(() =>
  import('#features/lease-ends/life-events/web/LeavingNote.tsx').then((m) => ({ default: m.LeavingNote })),
)

const LeavingCard = lazy(() =>
  import('#features/lease-ends/life-events/web/LeavingCard.tsx').then((m) => ({ default: m.LeavingCard })),
)
const leaving = { Note: LeavingNote, Card: LeavingCard }

/** What the page shows at once, so that no card comes later and moves what is read already. */
function useTasksKnown(): boolean {
  return useApi(tasks.list, {}).isFetched
}

/** /tyonantaja with what else waits for the employer; applications are the page's own. */
export function EmployerHome() {
  const isReady = useTasksKnown()
  const actions = useDayActs()
  return (
    <LeavingContext value={leaving}>
      <EmployerPage
        isReady={isReady}
        ways={<Matters />}
        today={actions.length > 0 && <DayLine actions={actions} />}
        tasks={
          <>
            <OptionalBoundary>
              <OwnExit />
            </OptionalBoundary>
            <OptionalBoundary>
              <OwnDeputies />
            </OptionalBoundary>
            <OptionalBoundary>
              <OwnTerms />
            </OptionalBoundary>
            <TasksCard except={['decideApplication']} />
          </>
        }
      />
    </LeavingContext>
  )
}

/** The one way to what happens to bicycles while they are leased, and to what the service has proposed. */
function Matters() {
  const t = useTexts('employees')
  const may = useMay()
  return (
    <nav className="row" aria-label={t('matters.title')}>
      <Button component={Link} to={pages.employerBikes} size="sm">
        {t('matters.title')}
      </Button>
      {may('proposal:confirm') && (
        <Button component={Link} to={pages.employerProposals} size="sm">
          {t('matters.proposals')}
        </Button>
      )}
    </nav>
  )
}
