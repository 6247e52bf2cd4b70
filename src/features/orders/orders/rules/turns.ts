/** Whose turn it is in each of the order's statuses, and how they hear of it. */

import { awaitedIn } from '#platform/process/turns.ts'
import type { OrderStatus } from '../rules.ts'
import type { WaitedFor } from './waited-for.ts'
import type { OrderTurn, OrderWords } from './words.ts'

/**
 * The trial period runs (time alone ends it); the employment ends too early; the lease would outlast it; the policy
 * allows no further order; the operator has no authority of the lessor to make its agreement.
 */
export type OrderBlock = 'TRIAL_PERIOD' | 'LAST_WORKING_DAY' | 'LEASE_TOO_LONG' | 'ORDER_LIMIT' | 'LESSOR_AUTHORITY'

/** What decides whose turn it is; lists read it by the same SQL as the order itself. */
export interface TurnFacts {
  readonly employeeSigned: boolean
  readonly employerSigned: boolean
  readonly isOnlineOrder: boolean
  /** A store of the register sells it; an online shop without one hears nothing and does nothing here. */
  readonly hasStore: boolean
  /** The store's own invoice waits to be matched. */
  readonly hasInvoice: boolean
  /** The store has said that the bicycle can be fetched, and nobody has reported the hand-over. */
  readonly isReady: boolean
  readonly isHandedOver: boolean
  /** The employee has not yet paid what a confirmed order costs over the limit. */
  readonly owesExcess: boolean
  /** A cancelled order has invoices that are neither void nor credited. */
  readonly hasOpenMoney: boolean
  /** What stands in the way of the next step and is not for whoever would take it: a guard that others can change. */
  readonly block: OrderBlock | null
  /** Somebody other than the employee can sign for the employer. */
  readonly hasSigner: boolean
  /** The lease starts by itself on its day: nobody bills the lessor. */
  readonly startsByItself: boolean
  /** Employee or employer has asked for the order's cancellation and has no answer yet. */
  readonly cancellationAsked: boolean
}

const staff = (action: string, dueDays: number): OrderTurn => ({ awaited: 'STAFF', action, notice: 'DESK', dueDays })

const signedByBoth = ({ employeeSigned, employerSigned }: TurnFacts) => employeeSigned && employerSigned
const isFree = (facts: TurnFacts) => facts.block === null
const isEmploymentShort = ({ block }: TurnFacts) => block === 'LAST_WORKING_DAY' || block === 'LEASE_TOO_LONG'

/** Only the employer can change how long somebody works there, or what the policy allows. */
const employer = (action: string, template: string, when: (facts: TurnFacts) => boolean): OrderTurn => ({
  awaited: 'EMPLOYER',
  when,
  action,
  notice: { template: `orders:employerNotice.${template}` },
  dueDays: 14,
})

/** Days in which the staff answer a request to cancel. */
export const ANSWER_REQUEST_DAYS = 2

/** While the cancellation is asked for, the order waits for the staff's answer and nobody else is awaited. */
const answerRequest: OrderTurn = {
  ...staff('answerRequest', ANSWER_REQUEST_DAYS),
  when: ({ cancellationAsked }) => cancellationAsked,
}

const unlessAsked = (turns: readonly OrderTurn[]): readonly OrderTurn[] => [
  answerRequest,
  ...turns.map((turn) => ({
    ...turn,
    when: (facts: TurnFacts) => !facts.cancellationAsked && (turn.when?.(facts) ?? true),
  })),
]

/** From the store's word on the buyer is awaited, whatever else the order waits for; its message carries the code. */
const pickUp: OrderTurn = {
  awaited: 'EMPLOYEE',
  when: ({ isReady }) => isReady,
  action: 'pickUp',
  notice: { template: 'orders:mail.ready' },
  dueDays: 14,
}

export const orderTurns: { readonly [S in OrderStatus]: readonly OrderTurn[] } = {
  NOT_STARTED: [
    {
      awaited: 'EMPLOYEE',
      when: isFree,
      action: 'openPackage',
      notice: { template: 'orders:notice.started' },
      dueDays: 30,
    },
    employer('changeEmployment', 'cannotStart', ({ block }) => block === 'LAST_WORKING_DAY'),
    employer('changePolicy', 'orderLimit', ({ block }) => block === 'ORDER_LIMIT'),
  ],
  PENDING: [
    { awaited: 'EMPLOYEE', action: 'pricePackage', notice: { template: 'orders:notice.package' }, dueDays: 30 },
  ],
  PACKAGE_PROVIDED: [
    {
      awaited: 'EMPLOYEE',
      // A less expensive bicycle has a shorter lease.
      when: ({ block }) => block === null || block === 'LEASE_TOO_LONG',
      action: 'sendToSign',
      notice: { template: 'orders:notice.answers' },
      dueDays: 14,
    },
    employer('changeEmployment', 'cannotGoOn', isEmploymentShort),
    { ...staff('nameAuthority', 2), when: ({ block }) => block === 'LESSOR_AUTHORITY' },
  ],
  ALL_INFO_PROVIDED: [
    {
      awaited: 'EMPLOYEE',
      when: (facts) => !facts.employeeSigned,
      action: 'sign',
      notice: { template: 'orders:notice.sign' },
      dueDays: 14,
    },
    {
      awaited: 'EMPLOYER',
      when: (facts) => !facts.employerSigned && facts.hasSigner,
      action: 'sign',
      notice: { template: 'orders:employerNotice.sign' },
      dueDays: 14,
    },
    employer('nameSigner', 'nameSigner', (facts) => !facts.employerSigned && !facts.hasSigner),
    { ...staff('nameSigner', 14), when: (facts) => !facts.employerSigned && !facts.hasSigner },
    employer('changeEmployment', 'cannotGoOn', (facts) => signedByBoth(facts) && isEmploymentShort(facts)),
    {
      awaited: 'EMPLOYEE',
      when: (facts) => signedByBoth(facts) && isFree(facts),
      action: 'confirm',
      notice: { template: 'orders:notice.confirm' },
      dueDays: 14,
    },
  ],
  CONFIRMED: unlessAsked([
    { ...pickUp, when: (facts) => facts.isReady && isFree(facts) && !facts.owesExcess },
    {
      awaited: 'STORE',
      when: (facts) => !facts.isOnlineOrder && !facts.isReady && !facts.isHandedOver && isFree(facts),
      action: 'openOrder',
      notice: { template: 'orders:mail.storeOrder', by: 'STORE_ORDER_MAIL' },
      dueDays: 7,
    },
    {
      awaited: 'EMPLOYEE',
      when: (facts) => facts.owesExcess && isFree(facts),
      action: 'payExcess',
      notice: { template: 'orders:notice.payExcess', by: 'BILL_EXCESS' },
      dueDays: 14,
    },
    { ...staff('process', 2), when: (facts) => !facts.owesExcess && isFree(facts) },
    employer('changeEmployment', 'cannotGoOn', isEmploymentShort),
  ]),
  PROCESSED: unlessAsked([pickUp, staff('awaitInvoice', 2)]),
  WAITING_FOR_INVOICE_MATCH: [
    ...unlessAsked([
      pickUp,
      {
        awaited: 'STORE',
        when: (facts) => facts.hasStore && !facts.hasInvoice,
        action: 'sendInvoice',
        notice: { template: 'orders:mail.storeInvoice' },
        dueDays: 14,
      },
    ]),
    // What the store has sent is matched whether the order goes on or not.
    { ...staff('match', 2), when: (facts) => !facts.hasStore || facts.hasInvoice },
  ],
  WAITING_FOR_DELIVERY_DATE: unlessAsked([
    pickUp,
    {
      awaited: 'STORE',
      // It has nothing to hand over until the buyer comes.
      when: (facts) => facts.hasStore && !facts.isReady,
      action: 'deliver',
      notice: { template: 'orders:mail.deliveryStore' },
      dueDays: 14,
    },
    {
      awaited: 'EMPLOYEE',
      // Where a store hands the bicycle over, it reports it: one of the two, not both.
      when: (facts) => !facts.isReady && !facts.hasStore,
      action: 'deliver',
      notice: { template: 'orders:notice.deliver' },
      dueDays: 14,
    },
  ]),
  READY_FOR_BILLING: unlessAsked([{ ...staff('bill', 2), when: (facts) => !facts.startsByItself }]),
  GRENKE_INVOICE_SENT: unlessAsked([
    {
      awaited: 'LESSOR',
      action: 'payInvoice',
      notice: { template: 'invoices:mail.sent', by: 'SEND_SALES_INVOICE' },
      dueDays: 14,
    },
  ]),
  ACTIVE_LEASING: unlessAsked([]),
  WAITING_FOR_CUSTOMER_COMMENT: unlessAsked([
    {
      awaited: 'EMPLOYEE',
      action: 'answer',
      notice: { template: 'orders:notice.WAITING_FOR_CUSTOMER_COMMENT' },
      dueDays: 7,
    },
  ]),
  CANCELLED: [{ ...staff('settle', 14), when: (facts) => facts.hasOpenMoney }],
  // A request to cancel is answered whatever else is the matter.
  CASE_X: [answerRequest, staff('takeBack', 7)],
  WIX: [],
  REFUNDED: [],
}

/** Who is awaited in a status; empty when the order waits for nobody, of which no facts need be known. */
export function waitingFor(status: OrderStatus, facts: TurnFacts | null): WaitedFor[] {
  return facts === null ? [] : awaitedIn<OrderWords>({ turns: orderTurns }, status, facts)
}
