import type { WaitedFor } from '#features/orders/orders/rules/waited-for.ts'
import type { PermissionName } from '#platform/contract/permissions.ts'
import type { Day } from '#platform/values/days.ts'

/** What somebody may be waited for with. */
export const taskActions = [
  'choosePackage',
  'giveAnswers',
  'signAsEmployee',
  'confirmOrder',
  'answerQuestion',
  'pickUpBike',
  'reportDelivery',
  'payBill',
  'decideApplication',
  'signAsEmployer',
  'nameSigner',
  'changeEmployment',
  'settleLeaver',
  'lockPayrollMonth',
  'confirmDeduction',
  'approveAccount',
  'acceptTerms',
  'processOrder',
  'awaitInvoice',
  'matchInvoice',
  'billOrder',
  'solveCase',
  'payInvoice',
  'checkInvoice',
  'nameHands',
  'nameAuthority',
  'remindPayer',
  'collectInvoice',
  'repayPayer',
  'awaitRefund',
  'settleRepayment',
  'remakePaymentFile',
  'settleBankDoubt',
  'settleIntake',
  'explainStatement',
  'explainRecord',
  'decideRefund',
  'checkContactForm',
  'answerRights',
  'resendMessage',
  'decideCancellation',
  'settleCancellation',
  'returnBike',
  'settleRedemption',
  'reportClaim',
  'settleClaim',
  'tellInsurer',
  'settleEndedLease',
  'reviewTaxation',
  'settleLessorDifference',
  'approveReturn',
  'bringBike',
  'bringKeptBike',
  'settleReturn',
  'settleExit',
  'confirmLastDeduction',
  'reviewOffer',
  'answerOffer',
  'signTransfer',
  'approveTransfer',
  'signTransferAsEmployer',
  'confirmProposal',
  'answerProposal',
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
  'changePolicy',
  'matchEntry',
  'enterEInvoice',
  'mendEInvoice',
  'releasePaymentFile',
  'confirmTaxYear',
  'enterReferenceRate',
  'mendJob',
] as const
export type TaskAction = (typeof taskActions)[number]

/** A turn by the name of its process, its action and who is awaited. */
export type TurnKey = `${string}:${string}:${string}`

export interface TaskKind {
  /** Who does it; the staff do for an insurer, who has no account. */
  readonly awaited: WaitedFor
  /** The permission without which the task would be of no use to somebody. */
  readonly permission: PermissionName
  /** The turns that it is; a proposal's are judged for each reader. */
  readonly turns: readonly TurnKey[]
  /** Done by those alone who sign for the company. */
  readonly signs?: true
  /** The staff, who could do it too, are asked otherwise. */
  readonly byPartyAlone?: true
}

/** Every kind of task with the turns that it stands for. */
export const taskKinds: Record<TaskAction, TaskKind> = {
  choosePackage: {
    awaited: 'EMPLOYEE',
    permission: 'order:edit-package',
    turns: ['order:openPackage:EMPLOYEE', 'order:pricePackage:EMPLOYEE'],
  },
  giveAnswers: { awaited: 'EMPLOYEE', permission: 'order:edit-package', turns: ['order:sendToSign:EMPLOYEE'] },
  signAsEmployee: { awaited: 'EMPLOYEE', permission: 'agreement:sign-employee', turns: ['order:sign:EMPLOYEE'] },
  confirmOrder: { awaited: 'EMPLOYEE', permission: 'order:confirm', turns: ['order:confirm:EMPLOYEE'] },
  answerQuestion: { awaited: 'EMPLOYEE', permission: 'order:answer', turns: ['order:answer:EMPLOYEE'] },
  pickUpBike: { awaited: 'EMPLOYEE', permission: 'order:read-security-code', turns: ['order:pickUp:EMPLOYEE'] },
  reportDelivery: { awaited: 'EMPLOYEE', permission: 'order:set-delivery', turns: ['order:deliver:EMPLOYEE'] },
  payBill: { awaited: 'EMPLOYEE', permission: 'user-payment:read', turns: ['invoice:payBill:EMPLOYEE'] },
  decideApplication: { awaited: 'EMPLOYER', permission: 'employee:decide', turns: ['application:decide:EMPLOYER'] },
  signAsEmployer: {
    awaited: 'EMPLOYER',
    permission: 'agreement:sign-employer',
    turns: ['order:sign:EMPLOYER'],
    signs: true,
  },
  nameSigner: { awaited: 'EMPLOYER', permission: 'company:update', turns: ['order:nameSigner:EMPLOYER'] },
  changeEmployment: { awaited: 'EMPLOYER', permission: 'employee:update', turns: ['order:changeEmployment:EMPLOYER'] },
  settleLeaver: { awaited: 'EMPLOYER', permission: 'payroll-report:lock', turns: ['leaver:settle:EMPLOYER'] },
  lockPayrollMonth: { awaited: 'EMPLOYER', permission: 'payroll-report:lock', turns: ['payroll-month:lock:EMPLOYER'] },
  confirmDeduction: { awaited: 'EMPLOYER', permission: 'payroll-report:lock', turns: ['deduction:confirm:EMPLOYER'] },
  approveAccount: {
    awaited: 'EMPLOYER',
    permission: 'repayment:approve-account',
    turns: ['repayment:approveAccount:EMPLOYER'],
  },
  acceptTerms: { awaited: 'EMPLOYER', permission: 'employer-terms:accept', turns: ['employer-terms:accept:EMPLOYER'] },
  processOrder: { awaited: 'STAFF', permission: 'order:process', turns: ['order:process:STAFF'] },
  awaitInvoice: { awaited: 'STAFF', permission: 'order:process', turns: ['order:awaitInvoice:STAFF'] },
  matchInvoice: { awaited: 'STAFF', permission: 'order:match-invoice', turns: ['order:match:STAFF'] },
  billOrder: { awaited: 'STAFF', permission: 'order:bill', turns: ['order:bill:STAFF'] },
  solveCase: { awaited: 'STAFF', permission: 'order:case-x', turns: ['order:takeBack:STAFF'] },
  checkInvoice: { awaited: 'STAFF', permission: 'invoice:write', turns: ['invoice:check:STAFF'] },
  payInvoice: { awaited: 'STAFF', permission: 'invoice:write', turns: ['invoice:pay:STAFF'] },
  nameHands: { awaited: 'STAFF', permission: 'company:create', turns: ['company:nameHands:STAFF'] },
  nameAuthority: { awaited: 'STAFF', permission: 'leasing-company:write', turns: ['order:nameAuthority:STAFF'] },
  remindPayer: { awaited: 'STAFF', permission: 'invoice:write', turns: ['invoice:remind:STAFF'] },
  collectInvoice: { awaited: 'STAFF', permission: 'invoice:credit', turns: ['invoice:collect:STAFF'] },
  repayPayer: { awaited: 'STAFF', permission: 'payment:repay', turns: ['invoice:repay:STAFF'] },
  awaitRefund: { awaited: 'STAFF', permission: 'bank:match', turns: ['invoice:awaitRefund:STAFF'] },
  settleRepayment: { awaited: 'STAFF', permission: 'bank:pay', turns: ['repayment:settle:STAFF'] },
  remakePaymentFile: { awaited: 'STAFF', permission: 'bank:pay', turns: ['payment-file:remake:STAFF'] },
  settleBankDoubt: { awaited: 'STAFF', permission: 'bank:match', turns: ['bank-doubt:settle:STAFF'] },
  settleIntake: { awaited: 'STAFF', permission: 'bank:match', turns: ['intake:settle:STAFF'] },
  explainStatement: { awaited: 'STAFF', permission: 'bank:match', turns: ['bank-statement:explain:STAFF'] },
  explainRecord: { awaited: 'STAFF', permission: 'event-log:verify-export', turns: ['record:explain:STAFF'] },
  decideRefund: { awaited: 'STAFF', permission: 'payment:repay', turns: ['refund:decide:STAFF'] },
  checkContactForm: { awaited: 'STAFF', permission: 'contact-form:check', turns: ['contact-form:check:STAFF'] },
  answerRights: { awaited: 'STAFF', permission: 'personal-data:decide', turns: ['rights-request:answer:STAFF'] },
  resendMessage: { awaited: 'STAFF', permission: 'outbox:retry', turns: ['message:resend:STAFF'] },
  decideCancellation: {
    awaited: 'STAFF',
    permission: 'order-cancellation:create',
    turns: ['order:answerRequest:STAFF'],
  },
  settleCancellation: {
    awaited: 'STAFF',
    permission: 'order-cancellation:update',
    turns: ['order-cancellation:settle:STAFF', 'order:settle:STAFF'],
  },
  returnBike: {
    awaited: 'EMPLOYEE',
    permission: 'order-cancellation:read',
    turns: ['order-cancellation:returnBike:EMPLOYEE'],
  },
  settleRedemption: {
    awaited: 'STAFF',
    permission: 'redemption:manage',
    turns: [
      'redemption:sendBatch:STAFF',
      'redemption:sendNotice:STAFF',
      'redemption:matchLessorInvoice:STAFF',
      'redemption:takeBack:STAFF',
    ],
  },
  reportClaim: {
    awaited: 'EMPLOYEE',
    permission: 'insurance-claim:create',
    turns: ['insurance-claim:report:EMPLOYEE'],
  },
  settleClaim: {
    awaited: 'STAFF',
    permission: 'insurance-claim:manage',
    turns: [
      'insurance-claim:send:STAFF',
      'insurance-claim:decide:INSURER',
      'insurance-claim:settle:STAFF',
      'insurance-claim:completeRepair:STAFF',
      'insurance-claim:receive:INSURER',
    ],
  },
  tellInsurer: { awaited: 'STAFF', permission: 'insurance-claim:manage', turns: ['insurance-claim:insurerTold:STAFF'] },
  settleEndedLease: { awaited: 'STAFF', permission: 'redemption:manage', turns: ['lease:settleEnded:STAFF'] },
  reviewTaxation: { awaited: 'STAFF', permission: 'agreement:update-payment', turns: ['lease:reviewTaxation:STAFF'] },
  settleLessorDifference: {
    awaited: 'STAFF',
    permission: 'lessor-file:write',
    turns: ['lessor-difference:settle:STAFF'],
  },
  approveReturn: { awaited: 'EMPLOYER', permission: 'return:approve', turns: ['return:approve:EMPLOYER'] },
  bringBike: { awaited: 'EMPLOYEE', permission: 'return:request', turns: ['return:bring:EMPLOYEE'] },
  bringKeptBike: { awaited: 'EMPLOYER', permission: 'return:approve', turns: ['return:bring:EMPLOYER'] },
  settleReturn: {
    awaited: 'STAFF',
    permission: 'return:inspect',
    turns: ['return:approve:STAFF', 'return:receive:STAFF', 'return:inspect:STAFF', 'return:answerObjection:STAFF'],
  },
  settleExit: { awaited: 'STAFF', permission: 'company:exit', turns: ['company-exit:workOff:STAFF'] },
  confirmLastDeduction: {
    awaited: 'EMPLOYER',
    permission: 'company:update',
    turns: ['company-exit:confirmDeductions:EMPLOYER'],
    byPartyAlone: true,
  },
  reviewOffer: {
    awaited: 'STAFF',
    permission: 'brokerage:review',
    turns: ['brokerage:review:STAFF', 'brokerage:agree:STAFF', 'brokerage:bill:STAFF'],
  },
  answerOffer: {
    awaited: 'EMPLOYEE',
    permission: 'brokerage:update',
    turns: ['brokerage:transfer:SELLER', 'brokerage:answer:TAKER'],
  },
  signTransfer: {
    awaited: 'EMPLOYEE',
    permission: 'brokerage:update',
    turns: ['brokerage:sign:SELLER', 'brokerage:sign:TAKER'],
  },
  approveTransfer: {
    awaited: 'EMPLOYER',
    permission: 'brokerage:accept-transfer',
    turns: ['brokerage:agree:SELLER_EMPLOYER', 'brokerage:agree:TAKER_EMPLOYER'],
  },
  signTransferAsEmployer: {
    awaited: 'EMPLOYER',
    permission: 'brokerage:accept-transfer',
    turns: ['brokerage:sign:SELLER_EMPLOYER', 'brokerage:sign:TAKER_EMPLOYER'],
    signs: true,
  },
  confirmProposal: { awaited: 'STAFF', permission: 'proposal:confirm', turns: [] },
  answerProposal: { awaited: 'EMPLOYER', permission: 'proposal:confirm', turns: [] },
  askBuyOutPrice: { awaited: 'EMPLOYEE', permission: 'redemption:accept', turns: ['redemption:offer:EMPLOYEE'] },
  acceptBuyOut: { awaited: 'EMPLOYEE', permission: 'redemption:accept', turns: ['redemption:accept:EMPLOYEE'] },
  buyLeasedBike: {
    awaited: 'EMPLOYER',
    permission: 'redemption:accept',
    turns: ['redemption:acceptForEmployee:EMPLOYER'],
  },
  payBuyOut: { awaited: 'EMPLOYER', permission: 'redemption:accept', turns: ['redemption:pay:EMPLOYER'] },
  confirmAbsence: { awaited: 'EMPLOYEE', permission: 'absence-plan:confirm', turns: ['absence-plan:confirm:EMPLOYEE'] },
  confirmAbsenceAsEmployer: {
    awaited: 'EMPLOYER',
    permission: 'absence-plan:confirm',
    turns: ['absence-plan:confirm:EMPLOYER'],
  },
  chooseEnd: { awaited: 'EMPLOYEE', permission: 'life-event:read', turns: ['company-exit:choose:EMPLOYEE'] },
  checkDamage: { awaited: 'EMPLOYEE', permission: 'return:request', turns: ['return:object:EMPLOYEE'] },
  checkDamageAsEmployer: { awaited: 'EMPLOYER', permission: 'return:approve', turns: ['return:object:EMPLOYER'] },
  finishOffer: { awaited: 'EMPLOYEE', permission: 'brokerage:update', turns: ['brokerage:submit:SELLER'] },
  changePolicy: { awaited: 'EMPLOYER', permission: 'bike-policy:update', turns: ['order:changePolicy:EMPLOYER'] },
  matchEntry: { awaited: 'STAFF', permission: 'bank:match', turns: ['bank-entry:match:STAFF'] },
  enterEInvoice: { awaited: 'STAFF', permission: 'e-invoice:receive', turns: ['received-e-invoice:enter:STAFF'] },
  mendEInvoice: { awaited: 'STAFF', permission: 'e-invoice:send', turns: ['refused-e-invoice:mend:STAFF'] },
  releasePaymentFile: { awaited: 'STAFF', permission: 'bank:release', turns: ['payment-file:release:STAFF'] },
  confirmTaxYear: { awaited: 'STAFF', permission: 'tax-table:write', turns: ['tax-year:confirm:STAFF'] },
  enterReferenceRate: { awaited: 'STAFF', permission: 'bookkeeping:close', turns: ['reference-rate:enter:STAFF'] },
  mendJob: { awaited: 'STAFF', permission: 'settings:write', turns: ['job:mend:STAFF'] },
}

interface Timed {
  readonly since: string
  readonly due: Day | null
}

/** Whether the day by which a task should be done is behind. */
export const isLate = ({ due }: Timed, today: Day): boolean => due !== null && due < today

/** What a list of tasks is narrowed to. */
interface Asked {
  readonly action?: TaskAction | undefined
  readonly companyId?: string | undefined
  readonly late?: boolean | undefined
}

/** Whether a task is among those that are asked for. */
export const isAskedFor = (
  task: Timed & { readonly action: TaskAction; readonly companyId: string | null },
  { action, companyId, late }: Asked,
  today: Day,
): boolean =>
  (action === undefined || task.action === action) &&
  (companyId === undefined || task.companyId === companyId) &&
  (late !== true || isLate(task, today))

/** What has to be done first, first; what has no last day after it, by how long it has waited. */
export const byLastDay = (left: Timed, right: Timed): number =>
  (left.due ?? '9999').localeCompare(right.due ?? '9999') || left.since.localeCompare(right.since)

/** The most urgent first: what is late by how late it is, then what has waited longest. */
export function byUrgency(today: Day) {
  const lateness = (task: Timed) => (isLate(task, today) ? task.due! : '9999-12-31')
  return (left: Timed, right: Timed): number => {
    const [one, other] = [lateness(left), lateness(right)]
    if (one !== other) return one < other ? -1 : 1
    // Both are instants in one form, so that the earlier text is the earlier instant.
    return left.since === right.since ? 0 : left.since < right.since ? -1 : 1
  }
}
