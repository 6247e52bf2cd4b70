import type { ComponentType } from 'react'
import type { TaskAction } from '#features/operations/tasks/rules.ts'
import type { StaffTask } from '#features/operations/tasks/today/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { actionsOf } from '#features/orders/orders/desk/actions.ts'
import { MoveDialog } from '#features/orders/orders/desk/web/MoveDialog.tsx'
import type { OrderAction } from '#features/orders/orders/rules/words.ts'
import { useApi } from '#platform/web/api/api.ts'
import { Loaded } from '#platform/web/api/Loaded.tsx'
import { useTexts } from '#platform/web/words/i18n.ts'
import { MatchDialog } from '../MatchDialog.tsx'
import { AcceptDialog } from './AcceptDialog.tsx'
import type { ActHere } from './acts-here.ts'
import {
  ContactFormDialog,
  EInvoiceDialog,
  EntryDialog,
  Frame,
  ProposalDialog,
  ReleaseDialog,
  ResendDialog,
} from './OtherActs.tsx'
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

const AcceptOne = ({ task, close }: Props) => <AcceptDialog rows={[task]} close={close} />

const dialogs: Readonly<Record<ActHere, ComponentType<Props>>> = {
  decideApplication: AcceptOne,
  processOrder: OrderDialog,
  awaitInvoice: OrderDialog,
  matchInvoice: OrderDialog,
  billOrder: OrderDialog,
  matchEntry: EntryDialog,
  releasePaymentFile: ReleaseDialog,
  resendMessage: ResendDialog,
  checkContactForm: ContactFormDialog,
  enterEInvoice: EInvoiceDialog,
  confirmProposal: ProposalDialog,
  answerProposal: ProposalDialog,
}

/** The act of a task in a dialog, by what its own page has. */
export function TaskAct({ task, act, close }: Props & { readonly act: ActHere }) {
  const Act = dialogs[act]
  const closed = () => {
    close()
    void refreshTasks()
  }
  return <Act task={task} close={closed} />
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
