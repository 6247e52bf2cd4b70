import { cancellationProcess } from '#features/lease-ends/order-cancellations/rules/process.ts'
import { orderTurns } from '#features/orders/orders/rules/turns.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import { dueDayOf } from '#platform/process/turns.ts'
import type { Day } from '#platform/values/days.ts'
import type { TaskAction } from '../rules.ts'

/** The turn of the order's process that a task stands for; its due day is the task's. */
const turnOf: Partial<Record<TaskAction, readonly [OrderStatus, string]>> = {
  signAsEmployee: ['ALL_INFO_PROVIDED', 'sign'],
  signAsEmployer: ['ALL_INFO_PROVIDED', 'sign'],
  confirmOrder: ['ALL_INFO_PROVIDED', 'confirm'],
  answerQuestion: ['WAITING_FOR_CUSTOMER_COMMENT', 'answer'],
  pickUpBike: ['WAITING_FOR_DELIVERY_DATE', 'pickUp'],
  reportDelivery: ['WAITING_FOR_DELIVERY_DATE', 'deliver'],
  processOrder: ['CONFIRMED', 'process'],
  awaitInvoice: ['PROCESSED', 'awaitInvoice'],
  matchInvoice: ['WAITING_FOR_INVOICE_MATCH', 'match'],
  billOrder: ['READY_FOR_BILLING', 'bill'],
  solveCase: ['CASE_X', 'takeBack'],
  decideCancellation: ['CONFIRMED', 'answerRequest'],
}

/** The turn of an open cancellation that a task stands for. */
const turnOfCancellation: Partial<Record<TaskAction, string>> = {
  settleCancellation: 'settle',
  returnBike: 'returnBike',
}

/** The day by which an order's task should be done; null where nothing says. */
export function dueDayOfTask(action: TaskAction, since: Date): Day | null {
  const [status, name] = turnOf[action] ?? []
  const own = cancellationProcess.turns.PENDING.find((one) => one.action === turnOfCancellation[action])
  if (own) return dueDayOf(own, since)
  const turn = status && orderTurns[status].find((one) => one.action === name)
  return turn ? dueDayOf(turn, since) : null
}
