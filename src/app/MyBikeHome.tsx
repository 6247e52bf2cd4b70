import { lazy } from 'react'
import { MyBikePage } from '#features/order-pages/web/MyBikePage.tsx'
import { OptionalBoundary } from '#platform/web/shell/OptionalBoundary.tsx'

const TasksCard = lazy(() => import('#features/tasks/web/TasksCard.tsx').then((m) => ({ default: m.TasksCard })))

/** /mybike shows one order with its next step; whoever has several is told of all. */
export function MyBikeHome() {
  return (
    <MyBikePage
      tasks={
        <OptionalBoundary>
          <TasksCard from={2} />
        </OptionalBoundary>
      }
    />
  )
}
