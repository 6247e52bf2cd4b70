import { EmployerPage } from '#features/employees/web/EmployerPage.tsx'
import { MyBikePage } from '#features/orders/web/MyBikePage.tsx'
import { TasksCard } from '#features/tasks/web/TasksCard.tsx'

/** /tyonantaja with what else waits for the employer; applications are the page's own. */
export function EmployerHome() {
  return <EmployerPage tasks={<TasksCard except={['decideApplication']} />} />
}

/** /mybike shows one order with its next step; whoever has several is told of all. */
export function MyBikeHome() {
  return <MyBikePage tasks={<TasksCard from={2} />} />
}
