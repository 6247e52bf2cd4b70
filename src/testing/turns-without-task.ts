import type { TurnKey } from '#features/operations/tasks/rules.ts'

/** The turns that are nobody's task here, with the reason. */
export const turnsWithoutTask: Readonly<Record<TurnKey, string>> = {
  'order:payExcess:EMPLOYEE': 'the bill is the task',
  'redemption:pay:EMPLOYEE': 'the bill is the task',
  'insurance-claim:chooseBike:EMPLOYEE': 'the order of the new bicycle is the task',
  'order:nameSigner:STAFF': 'the employer’s turn stands beside it, and the staff read that',
  'order:openOrder:STORE': 'the store has a link',
  'order:sendInvoice:STORE': 'the store has a link',
  'order:deliver:STORE': 'the store has a link',
  'order-cancellation:refund:STORE': 'the store has a link',
  'insurance-claim:repair:STORE': 'the store has a link',
  'return:receive:STORE': 'the store has a link',
  'order:payInvoice:LESSOR': 'the lessor has the invoice by mail',
  'order-cancellation:consent:LESSOR': 'the lessor is asked by mail, and the staff settle the case',
  'redemption:invoice:LESSOR': 'the lessor is asked by mail, and the staff enter its invoice',
  'brokerage:pay:BUYER': 'a company outside the service has its bill',
  'proposal:confirm:STAFF': 'who may be the second person is judged for each reader',
  'proposal:answer:EMPLOYER': 'who may answer is judged for each reader',
}
