import { type ReactNode, useEffect } from 'react'
import { banking } from '#features/money/banking/contract.ts'
import { EntryPanel } from '#features/money/banking/web/EntryPanel.tsx'
import type { TaskAction } from '#features/operations/tasks/rules.ts'
import type { StaffTask } from '#features/operations/tasks/today/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { actionsOf } from '#features/orders/orders/desk/actions.ts'
import { MoveDialog } from '#features/orders/orders/desk/web/MoveDialog.tsx'
import type { OrderAction } from '#features/orders/orders/rules/words.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { Dialog } from '#platform/web/dialogs/Dialog.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { MatchDialog } from '../MatchDialog.tsx'
import { AcceptDialog } from './AcceptDialog.tsx'
import { useTaskName } from './task-name.ts'
import { refreshTasks } from './task-reads.ts'

const moves: Partial<Record<TaskAction, OrderAction>> = {
  processOrder: 'process',
  awaitInvoice: 'awaitInvoice',
  matchInvoice: 'match',
  billOrder: 'bill',
}

interface Props {
  readonly task: StaffTask
  readonly close: () => void
}

/** The act of a task in the dialog that its own page has. */
export function TaskAct({ task, close }: Props) {
  const closed = () => {
    close()
    void refreshTasks()
  }
  if (task.action === 'decideApplication') return <AcceptDialog rows={[task]} close={closed} />
  if (task.action === 'matchEntry') return <EntryDialog task={task} close={closed} />
  return <OrderDialog task={task} close={closed} />
}

/** What stands in the dialog's place until its order is there, or where it can no longer be done. */
function Frame({ task, close, children }: Props & { children: ReactNode }) {
  const nameOf = useTaskName()
  return (
    <Dialog opened close={close} title={nameOf(task)}>
      {children}
    </Dialog>
  )
}

function OrderDialog({ task, close }: Props) {
  const t = useTexts('today')
  const read = useApi(orders.get, { params: { orderId: task.orderId! } })
  const order = read.data
  if (!order)
    return (
      <Frame task={task} close={close}>
        <Loaded from={read}>{() => null}</Loaded>
      </Frame>
    )
  const action = actionsOf(order.orderStatus, order.allowedTransitions).find(
    ({ name, open }) => open && name === moves[task.action],
  )
  if (!action)
    return (
      <Frame task={task} close={close}>
        <p>{t('act.gone')}</p>
      </Frame>
    )
  if (action.name === 'match') return <MatchDialog order={order} close={close} />
  return <MoveDialog order={order} action={action} close={close} />
}

function EntryDialog({ task, close }: Props) {
  const read = useApi(banking.entry, { params: { id: task.subjectId } })
  const isDecided = read.data !== undefined && read.data.state !== 'OPEN'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dialog closes once, when its entry is decided.
  useEffect(() => {
    if (isDecided) close()
  }, [isDecided])
  return (
    <Frame task={task} close={close}>
      <Loaded from={read}>{(entry) => <EntryPanel key={entry.version} row={entry} />}</Loaded>
    </Frame>
  )
}
