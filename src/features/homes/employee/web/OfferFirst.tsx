import { taskActions } from '#features/operations/tasks/rules.ts'
import { TasksCard } from '#features/operations/tasks/web/TasksCard.tsx'

const ofTaker = new Set<(typeof taskActions)[number]>(['answerOffer', 'signTransfer'])
const others = taskActions.filter((action) => !ofTaker.has(action))

/** Above an application: the bicycle that somebody else passes on to its reader, who answers or signs. */
export const OfferFirst = () => (
  <div className="wrap">
    <TasksCard except={others} />
  </div>
)
