import type { WaitedFor } from '#features/orders/orders/rules/waited-for.ts'
import type { OrderStatus } from '#features/orders/orders/rules.ts'
import { pages, pageUrl } from '#platform/contract/pages.ts'
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
  'processOrder',
  'awaitInvoice',
  'matchInvoice',
  'billOrder',
  'solveCase',
  'payInvoice',
  'nameHands',
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
] as const
export type TaskAction = (typeof taskActions)[number]

/** Who does it, and the permission without which the task would be of no use to somebody. */
export const taskKinds: Record<TaskAction, { readonly awaited: WaitedFor; readonly permission: PermissionName }> = {
  choosePackage: { awaited: 'EMPLOYEE', permission: 'order:edit-package' },
  giveAnswers: { awaited: 'EMPLOYEE', permission: 'order:edit-package' },
  signAsEmployee: { awaited: 'EMPLOYEE', permission: 'agreement:sign-employee' },
  confirmOrder: { awaited: 'EMPLOYEE', permission: 'order:confirm' },
  answerQuestion: { awaited: 'EMPLOYEE', permission: 'order:answer' },
  pickUpBike: { awaited: 'EMPLOYEE', permission: 'order:read-security-code' },
  reportDelivery: { awaited: 'EMPLOYEE', permission: 'order:set-delivery' },
  payBill: { awaited: 'EMPLOYEE', permission: 'user-payment:read' },
  decideApplication: { awaited: 'EMPLOYER', permission: 'employee:decide' },
  signAsEmployer: { awaited: 'EMPLOYER', permission: 'agreement:sign-employer' },
  nameSigner: { awaited: 'EMPLOYER', permission: 'company:update' },
  changeEmployment: { awaited: 'EMPLOYER', permission: 'employee:update' },
  settleLeaver: { awaited: 'EMPLOYER', permission: 'payroll-report:lock' },
  lockPayrollMonth: { awaited: 'EMPLOYER', permission: 'payroll-report:lock' },
  confirmDeduction: { awaited: 'EMPLOYER', permission: 'payroll-report:lock' },
  approveAccount: { awaited: 'EMPLOYER', permission: 'repayment:approve-account' },
  processOrder: { awaited: 'STAFF', permission: 'order:process' },
  awaitInvoice: { awaited: 'STAFF', permission: 'order:process' },
  matchInvoice: { awaited: 'STAFF', permission: 'order:match-invoice' },
  billOrder: { awaited: 'STAFF', permission: 'order:bill' },
  solveCase: { awaited: 'STAFF', permission: 'order:case-x' },
  payInvoice: { awaited: 'STAFF', permission: 'invoice:write' },
  nameHands: { awaited: 'STAFF', permission: 'company:create' },
  remindPayer: { awaited: 'STAFF', permission: 'invoice:write' },
  collectInvoice: { awaited: 'STAFF', permission: 'invoice:credit' },
  repayPayer: { awaited: 'STAFF', permission: 'payment:repay' },
  awaitRefund: { awaited: 'STAFF', permission: 'bank:match' },
  settleRepayment: { awaited: 'STAFF', permission: 'bank:pay' },
  remakePaymentFile: { awaited: 'STAFF', permission: 'bank:pay' },
  settleBankDoubt: { awaited: 'STAFF', permission: 'bank:match' },
  settleIntake: { awaited: 'STAFF', permission: 'bank:match' },
  explainStatement: { awaited: 'STAFF', permission: 'bank:match' },
  explainRecord: { awaited: 'STAFF', permission: 'event-log:verify-export' },
  decideRefund: { awaited: 'STAFF', permission: 'payment:repay' },
  checkContactForm: { awaited: 'STAFF', permission: 'contact-form:check' },
  resendMessage: { awaited: 'STAFF', permission: 'outbox:retry' },
  decideCancellation: { awaited: 'STAFF', permission: 'order-cancellation:create' },
  settleCancellation: { awaited: 'STAFF', permission: 'order-cancellation:update' },
  returnBike: { awaited: 'EMPLOYEE', permission: 'order-cancellation:read' },
  reportClaim: { awaited: 'EMPLOYEE', permission: 'insurance-claim:create' },
  settleClaim: { awaited: 'STAFF', permission: 'insurance-claim:manage' },
  tellInsurer: { awaited: 'STAFF', permission: 'insurance-claim:manage' },
  settleRedemption: { awaited: 'STAFF', permission: 'redemption:manage' },
  settleEndedLease: { awaited: 'STAFF', permission: 'redemption:manage' },
  reviewTaxation: { awaited: 'STAFF', permission: 'agreement:update-payment' },
  settleLessorDifference: { awaited: 'STAFF', permission: 'lessor-file:write' },
  approveReturn: { awaited: 'EMPLOYER', permission: 'return:approve' },
  bringBike: { awaited: 'EMPLOYEE', permission: 'return:request' },
  bringKeptBike: { awaited: 'EMPLOYER', permission: 'return:approve' },
  settleReturn: { awaited: 'STAFF', permission: 'return:inspect' },
  settleExit: { awaited: 'STAFF', permission: 'company:exit' },
  confirmLastDeduction: { awaited: 'EMPLOYER', permission: 'company:update' },
  reviewOffer: { awaited: 'STAFF', permission: 'brokerage:review' },
  answerOffer: { awaited: 'EMPLOYEE', permission: 'brokerage:update' },
  signTransfer: { awaited: 'EMPLOYEE', permission: 'brokerage:update' },
  approveTransfer: { awaited: 'EMPLOYER', permission: 'brokerage:accept-transfer' },
  signTransferAsEmployer: { awaited: 'EMPLOYER', permission: 'brokerage:accept-transfer' },
  confirmProposal: { awaited: 'STAFF', permission: 'proposal:confirm' },
  answerProposal: { awaited: 'EMPLOYER', permission: 'proposal:confirm' },
}

/** The statuses in which an order waits for its employee, and with what; signatures are looked at apart. */
export const employeeSteps: Partial<Record<OrderStatus, TaskAction>> = {
  NOT_STARTED: 'choosePackage',
  PENDING: 'choosePackage',
  PACKAGE_PROVIDED: 'giveAnswers',
  WAITING_FOR_CUSTOMER_COMMENT: 'answerQuestion',
  WAITING_FOR_DELIVERY_DATE: 'reportDelivery',
}

/** The statuses in which an order waits for the staff, and with what. */
export const staffSteps: Partial<Record<OrderStatus, TaskAction>> = {
  CONFIRMED: 'processOrder',
  PROCESSED: 'awaitInvoice',
  WAITING_FOR_INVOICE_MATCH: 'matchInvoice',
  READY_FOR_BILLING: 'billOrder',
  CASE_X: 'solveCase',
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

/** The most urgent first: what is late by how late it is, then what has waited longest. */
export function byUrgency(today: Day) {
  const lateness = (task: Timed) => (isLate(task, today) ? task.due! : '9999-12-31')
  return (left: Timed, right: Timed): number => {
    const [one, other] = [lateness(left), lateness(right)]
    if (one !== other) return one < other ? -1 : 1
    return Date.parse(left.since) - Date.parse(right.since)
  }
}

interface Placed {
  readonly action: TaskAction
  readonly id: string
  readonly companyId: string | null
  readonly orderId: string | null
  /** The payroll month. */
  readonly about: string | null
}

/** Where the staff do what an employer is awaited with: the employer's own pages do not open for them. */
const staffLinks: Partial<Record<TaskAction, (task: Placed) => string>> = {
  decideApplication: ({ id }) => pageUrl('admin', {}, { open: id }),
  changeEmployment: ({ id }) => pageUrl('admin', {}, { open: id }),
  nameSigner: ({ companyId }) => pageUrl('adminCompanies', {}, { open: companyId }),
  settleLeaver: ({ companyId }) => pageUrl('adminReporting', {}, { companyId }),
  lockPayrollMonth: ({ companyId, about }) => pageUrl('adminReporting', {}, { companyId, month: about }),
  confirmDeduction: ({ companyId, about }) => pageUrl('adminReporting', {}, { companyId, month: about }),
  answerProposal: ({ id }) => pageUrl('adminProposals', {}, { open: id }),
}

/** Where a task is done by a reader. */
export function linkOf(task: Placed, { isStaff }: { isStaff: boolean }): string {
  const ofStaff = isStaff && staffLinks[task.action]
  return ofStaff ? ofStaff(task) : ownLinkOf(task)
}

function ownLinkOf({ action, id, companyId, orderId, about }: Placed): string {
  const order = { orderId: orderId ?? '' }
  if (action === 'signAsEmployee') return pageUrl('employeeSigning', order)
  if (action === 'signAsEmployer') return pageUrl('employerSigning', order)
  if (action === 'settleCancellation') return pageUrl('adminCancellations', {}, { open: id })
  if (action === 'remindPayer' || action === 'nameHands') return pageUrl('adminCompanies', {}, { open: companyId })
  if (action === 'nameSigner') return pageUrl('companySettings', {}, { yritys: companyId, osio: 'people' })
  if (action === 'decideApplication') return pageUrl('employer', {}, { companyId, open: id })
  if (action === 'changeEmployment') return pageUrl('employer', {}, { companyId, tab: 'manage', open: id })
  if (action === 'settleLeaver') return pageUrl('reporting', {}, { companyId })
  if (action === 'lockPayrollMonth' || action === 'confirmDeduction')
    return pageUrl('reporting', {}, { companyId, month: about })
  if (action === 'payInvoice' || action === 'collectInvoice' || action === 'decideRefund')
    return pageUrl('adminInvoices', {}, { open: id })
  if (action === 'approveAccount') return pageUrl('ownInvoices', {}, { open: id })
  if (action === 'repayPayer' || action === 'awaitRefund') return pageUrl('adminBank', {}, { tab: 'overpaid' })
  if (action === 'settleRepayment' || action === 'remakePaymentFile') return pageUrl('adminBank', {}, { tab: 'orders' })
  if (action === 'settleBankDoubt') return pageUrl('adminBank', {}, { tab: 'doubts', open: id })
  if (action === 'settleIntake') return pageUrl('adminIntake', {}, { open: id })
  if (action === 'explainStatement') return pageUrl('adminBank', {}, { tab: 'statements', open: id })
  if (action === 'explainRecord') return pages.adminEvents
  if (action === 'checkContactForm') return pageUrl('adminContactForms', {}, { open: id })
  if (action === 'resendMessage') return pageUrl('adminOutbox', {}, { status: 'DEAD' })
  if (action === 'reportClaim') return pageUrl('ownClaim', { claimId: id })
  if (action === 'settleClaim' || action === 'tellInsurer') return pageUrl('adminClaims', {}, { open: id })
  if (action === 'settleRedemption') return pageUrl('adminRedemptions', {}, { open: id })
  if (action === 'reviewTaxation') return pageUrl('adminTaxReviews', {}, { open: id })
  if (action === 'settleLessorDifference') return pageUrl('adminLessorFiles', {}, { open: id })
  if (action === 'approveReturn' || action === 'bringKeptBike') return pageUrl('employerReturns', {}, { open: id })
  if (action === 'answerOffer' || action === 'signTransfer') return pageUrl('brokerageCase', { brokerageId: id })
  if (action === 'approveTransfer' || action === 'signTransferAsEmployer')
    return pageUrl('employerTransfers', {}, { open: id })
  if (action === 'reviewOffer') return pageUrl('adminBrokerage', {}, { open: id })
  if (action === 'confirmProposal') return pageUrl('adminProposals', {}, { open: id })
  if (action === 'answerProposal') return pageUrl('employerProposals', {}, { open: id })
  if (action === 'settleExit') return pageUrl('adminCompanyExits', {}, { open: id })
  if (action === 'confirmLastDeduction') return pageUrl('employer')
  if (action === 'settleReturn') return pageUrl('adminReturns', {}, { open: id })
  if (action === 'settleEndedLease') return pageUrl('adminAgreements', {}, { open: id })
  return taskKinds[action].awaited === 'STAFF' ? pageUrl('adminOrder', order) : pageUrl('myBike')
}
