import { lazy } from 'react'
import { MyBikePage } from '#features/order-pages/web/MyBikePage.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'

const OwnRedemption = lazy(() =>
  import('#features/redemptions/web/OwnRedemption.tsx').then((m) => ({ default: m.OwnRedemption })),
)
const TasksCard = lazy(() => import('#features/tasks/web/TasksCard.tsx').then((m) => ({ default: m.TasksCard })))

/** /mybike shows one order with its next step; whoever has several is told of all. */
export function MyBikeHome() {
  return (
    <MyBikePage
      redemption={(lease) => (
        <OptionalBoundary>
          <OwnRedemption {...lease} />
        </OptionalBoundary>
      )}
      tasks={
        <OptionalBoundary>
          <TasksCard from={2} />
        </OptionalBoundary>
      }
    />
  )
}
