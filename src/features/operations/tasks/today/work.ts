import type { Day } from '#platform/values/days.ts'
import { readSort } from '#platform/values/sort-name.ts'
import type { TaskAction } from '../rules.ts'

/** The kinds of work that the staff's day is grouped by, in the order in which it shows them. */
export const works = ['APPLICATIONS', 'ORDERS', 'ARRIVED', 'MONEY', 'BIKES', 'MONTHS', 'COMPANIES', 'SERVICE'] as const
export type Work = (typeof works)[number]

/** The kind of work that a task is. */
export const workOf: Readonly<Record<TaskAction, Work>> = {
  decideApplication: 'APPLICATIONS',
  choosePackage: 'ORDERS',
  giveAnswers: 'ORDERS',
  signAsEmployee: 'ORDERS',
  confirmOrder: 'ORDERS',
  answerQuestion: 'ORDERS',
  pickUpBike: 'ORDERS',
  reportDelivery: 'ORDERS',
  signAsEmployer: 'ORDERS',
  nameSigner: 'ORDERS',
  changeEmployment: 'ORDERS',
  changePolicy: 'ORDERS',
  processOrder: 'ORDERS',
  awaitInvoice: 'ORDERS',
  matchInvoice: 'ORDERS',
  billOrder: 'ORDERS',
  solveCase: 'ORDERS',
  decideCancellation: 'ORDERS',
  settleCancellation: 'ORDERS',
  matchEntry: 'ARRIVED',
  enterEInvoice: 'ARRIVED',
  settleBankDoubt: 'ARRIVED',
  settleIntake: 'ARRIVED',
  explainStatement: 'ARRIVED',
  settleLessorDifference: 'ARRIVED',
  payBill: 'MONEY',
  payBuyOut: 'MONEY',
  approveAccount: 'MONEY',
  acceptTerms: 'SERVICE',
  payInvoice: 'MONEY',
  checkInvoice: 'MONEY',
  remindPayer: 'MONEY',
  collectInvoice: 'MONEY',
  repayPayer: 'MONEY',
  awaitRefund: 'MONEY',
  settleRepayment: 'MONEY',
  remakePaymentFile: 'MONEY',
  releasePaymentFile: 'MONEY',
  decideRefund: 'MONEY',
  mendEInvoice: 'MONEY',
  returnBike: 'BIKES',
  settleRedemption: 'BIKES',
  reportClaim: 'BIKES',
  settleClaim: 'BIKES',
  tellInsurer: 'BIKES',
  settleEndedLease: 'BIKES',
  approveReturn: 'BIKES',
  bringBike: 'BIKES',
  bringKeptBike: 'BIKES',
  settleReturn: 'BIKES',
  reviewOffer: 'BIKES',
  answerOffer: 'BIKES',
  finishOffer: 'BIKES',
  signTransfer: 'BIKES',
  approveTransfer: 'BIKES',
  signTransferAsEmployer: 'BIKES',
  askBuyOutPrice: 'BIKES',
  acceptBuyOut: 'BIKES',
  buyLeasedBike: 'BIKES',
  checkDamage: 'BIKES',
  checkDamageAsEmployer: 'BIKES',
  confirmAbsence: 'BIKES',
  confirmAbsenceAsEmployer: 'BIKES',
  chooseEnd: 'BIKES',
  lockPayrollMonth: 'MONTHS',
  confirmDeduction: 'MONTHS',
  settleLeaver: 'MONTHS',
  confirmLastDeduction: 'MONTHS',
  reviewTaxation: 'MONTHS',
  confirmTaxYear: 'MONTHS',
  enterReferenceRate: 'MONTHS',
  nameHands: 'COMPANIES',
  nameAuthority: 'COMPANIES',
  settleExit: 'COMPANIES',
  confirmProposal: 'COMPANIES',
  answerProposal: 'COMPANIES',
  checkContactForm: 'SERVICE',
  answerRights: 'SERVICE',
  resendMessage: 'SERVICE',
  mendJob: 'SERVICE',
  explainRecord: 'SERVICE',
}

/** Kinds of task that only the employee or the employer has: the staff have no page for them. */
const ofParties: readonly TaskAction[] = [
  'choosePackage',
  'giveAnswers',
  'signAsEmployee',
  'confirmOrder',
  'answerQuestion',
  'pickUpBike',
  'reportDelivery',
  'payBill',
  'signAsEmployer',
  'approveAccount',
  'acceptTerms',
  'returnBike',
  'reportClaim',
  'approveReturn',
  'bringBike',
  'bringKeptBike',
  'confirmLastDeduction',
  'answerOffer',
  'signTransfer',
  'approveTransfer',
  'signTransferAsEmployer',
  'askBuyOutPrice',
  'acceptBuyOut',
  'buyLeasedBike',
  'payBuyOut',
  'confirmAbsence',
  'confirmAbsenceAsEmployer',
  'chooseEnd',
  'checkDamage',
  'checkDamageAsEmployer',
  'finishOffer',
]

/** The kinds of task that the staff have, by the kind of work. */
export const staffActions: readonly TaskAction[] = works.flatMap((work) =>
  (Object.keys(workOf) as TaskAction[]).filter((action) => workOf[action] === work && !ofParties.includes(action)),
)

/** The parts of the staff's list: what waits now, the caller's own, what nobody has taken, what is put off. */
export const taskViews = ['ALL', 'MINE', 'UNOWNED', 'SNOOZED'] as const
export type TaskView = (typeof taskViews)[number]

/** What a list can be sorted by, besides urgency. */
export const taskSorts = ['due', '-due', 'since', '-since', 'company', '-company'] as const
export type TaskSort = (typeof taskSorts)[number]

/** Whether the staff share a kind out. That the record has been cut is nobody's to take, and nobody puts it off for others. */
export const isShared = (action: TaskAction): boolean => action !== 'explainRecord'

/** The furthest that a task can be put off, in days. */
export const SNOOZE_DAYS_MAX = 90

interface Sorted {
  readonly due: Day | null
  readonly since: string
  readonly companyName: string | null
}

const sortedBy: Readonly<Record<'due' | 'since' | 'company', (task: Sorted) => string | null>> = {
  due: ({ due }) => due,
  since: ({ since }) => since,
  company: ({ companyName }) => companyName,
}

/** The order of a list by one value; what has none comes last either way. */
export function bySort(sort: TaskSort) {
  const { name, isDown } = readSort<keyof typeof sortedBy>(sort)
  const read = sortedBy[name]
  return (left: Sorted, right: Sorted): number => {
    const [one, other] = [read(left), read(right)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return one.localeCompare(other, 'fi') * (isDown ? -1 : 1)
  }
}
