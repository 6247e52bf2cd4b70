import { pages, pageUrl } from '#platform/contract/pages.ts'
import { type TaskAction, taskKinds } from './rules.ts'

interface Placed {
  readonly action: TaskAction
  readonly id: string
  readonly companyId: string | null
  readonly orderId: string | null
  /** The payroll month. */
  readonly month: string | null
}

/** Where the staff do what an employer is awaited with: the employer's own pages do not open for them. */
const staffLinks: Partial<Record<TaskAction, (task: Placed) => string>> = {
  changePolicy: ({ companyId }) => pageUrl('adminCompanies', {}, { open: companyId }),
  decideApplication: ({ id }) => pageUrl('admin', {}, { open: id }),
  changeEmployment: ({ id }) => pageUrl('admin', {}, { open: id }),
  nameSigner: ({ companyId }) => pageUrl('adminCompanies', {}, { open: companyId }),
  settleLeaver: ({ companyId }) => pageUrl('adminReporting', {}, { companyId }),
  lockPayrollMonth: ({ companyId, month }) => pageUrl('adminReporting', {}, { companyId, month }),
  confirmDeduction: ({ companyId, month }) => pageUrl('adminReporting', {}, { companyId, month }),
  answerProposal: ({ id }) => pageUrl('adminProposals', {}, { open: id }),
}

/** Where the staff see to what an employer is awaited with; null where they have no page for it. */
export const staffLinkOf = (task: Placed): string | null => staffLinks[task.action]?.(task) ?? null

/** Where a task is done by a reader. */
export function linkOf(task: Placed, { isStaff }: { isStaff: boolean }): string {
  return (isStaff ? staffLinkOf(task) : null) ?? ownLinkOf(task)
}

/** Where each kind is done whose page is neither the order's nor the employee's own. */
const ownLinks: Partial<Record<TaskAction, (task: Placed) => string>> = {
  signAsEmployee: ({ orderId }) => pageUrl('employeeSigning', { orderId: orderId ?? '' }),
  signAsEmployer: ({ orderId }) => pageUrl('employerSigning', { orderId: orderId ?? '' }),
  settleCancellation: ({ id, orderId }) =>
    id === orderId ? pageUrl('adminOrder', { orderId }) : pageUrl('adminCancellations', {}, { open: id }),
  remindPayer: ({ companyId }) => pageUrl('adminCompanies', {}, { open: companyId }),
  nameHands: ({ companyId }) => pageUrl('adminCompanies', {}, { open: companyId }),
  nameAuthority: () => pages.adminLessors,
  nameSigner: ({ companyId }) => pageUrl('companySettings', {}, { yritys: companyId, osio: 'people' }),
  changePolicy: ({ companyId }) => pageUrl('companySettings', {}, { yritys: companyId, osio: 'policy' }),
  decideApplication: ({ companyId, id }) => pageUrl('employer', {}, { companyId, open: id }),
  changeEmployment: ({ companyId, id }) => pageUrl('employer', {}, { companyId, tab: 'manage', open: id }),
  settleLeaver: ({ companyId }) => pageUrl('reporting', {}, { companyId }),
  lockPayrollMonth: ({ companyId, month }) => pageUrl('reporting', {}, { companyId, month }),
  confirmDeduction: ({ companyId, month }) => pageUrl('reporting', {}, { companyId, month }),
  checkInvoice: ({ id }) => pageUrl('adminInvoices', {}, { open: id }),
  payInvoice: ({ id }) => pageUrl('adminInvoices', {}, { open: id }),
  collectInvoice: ({ id }) => pageUrl('adminInvoices', {}, { open: id }),
  decideRefund: ({ id }) => pageUrl('adminInvoices', {}, { open: id }),
  approveAccount: ({ id }) => pageUrl('ownInvoices', {}, { open: id }),
  acceptTerms: ({ id }) => pageUrl('employerTerms', { companyId: id }),
  repayPayer: () => pageUrl('adminBank', {}, { tab: 'overpaid' }),
  awaitRefund: () => pageUrl('adminBank', {}, { tab: 'overpaid' }),
  settleRepayment: () => pageUrl('adminBank', {}, { tab: 'orders' }),
  remakePaymentFile: () => pageUrl('adminBank', {}, { tab: 'orders' }),
  settleBankDoubt: ({ id }) => pageUrl('adminBank', {}, { tab: 'doubts', open: id }),
  settleIntake: ({ id }) => pageUrl('adminIntake', {}, { open: id }),
  explainStatement: ({ id }) => pageUrl('adminBank', {}, { tab: 'statements', open: id }),
  matchEntry: ({ id }) => pageUrl('adminBank', {}, { tab: 'entries', open: id }),
  releasePaymentFile: ({ id }) => pageUrl('adminPaymentFile', { paymentFileId: id }),
  enterEInvoice: ({ id }) => pageUrl('adminEInvoices', {}, { open: id }),
  mendEInvoice: () => pageUrl('adminEInvoices', {}, { tab: 'sent' }),
  confirmTaxYear: ({ month }) => pageUrl('adminTaxTables', {}, { year: month }),
  enterReferenceRate: () => pageUrl('adminBookkeeping', {}, { tab: 'late' }),
  mendJob: () => pages.adminSettings,
  explainRecord: () => pages.adminEvents,
  checkContactForm: ({ id }) => pageUrl('adminContactForms', {}, { open: id }),
  answerRights: ({ id }) => pageUrl('adminRights', {}, { open: id }),
  resendMessage: () => pageUrl('adminOutbox', {}, { status: 'DEAD' }),
  reportClaim: ({ id }) => pageUrl('ownClaim', { claimId: id }),
  settleClaim: ({ id }) => pageUrl('adminClaims', {}, { open: id }),
  tellInsurer: ({ id }) => pageUrl('adminClaims', {}, { open: id }),
  settleRedemption: ({ id }) => pageUrl('adminRedemptions', {}, { open: id }),
  buyLeasedBike: ({ id }) => pageUrl('employerRedemptions', {}, { open: id }),
  payBuyOut: ({ id }) => pageUrl('employerRedemptions', {}, { open: id }),
  confirmAbsenceAsEmployer: ({ id }) => pageUrl('employerAbsences', {}, { open: id }),
  chooseEnd: () => pages.lifeEvent,
  finishOffer: ({ id }) => pageUrl('brokerageCase', { brokerageId: id }),
  answerOffer: ({ id }) => pageUrl('brokerageCase', { brokerageId: id }),
  signTransfer: ({ id }) => pageUrl('brokerageCase', { brokerageId: id }),
  approveTransfer: ({ id }) => pageUrl('employerTransfers', {}, { open: id }),
  signTransferAsEmployer: ({ id }) => pageUrl('employerTransfers', {}, { open: id }),
  reviewOffer: ({ id }) => pageUrl('adminBrokerage', {}, { open: id }),
  reviewTaxation: ({ id }) => pageUrl('adminTaxReviews', {}, { open: id }),
  settleLessorDifference: ({ id }) => pageUrl('adminLessorFiles', {}, { open: id }),
  approveReturn: ({ id }) => pageUrl('employerReturns', {}, { open: id }),
  bringKeptBike: ({ id }) => pageUrl('employerReturns', {}, { open: id }),
  checkDamageAsEmployer: ({ id }) => pageUrl('employerReturns', {}, { open: id }),
  confirmProposal: ({ id }) => pageUrl('adminProposals', {}, { open: id }),
  answerProposal: ({ id }) => pageUrl('employerProposals', {}, { open: id }),
  settleExit: ({ id }) => pageUrl('adminCompanyExits', {}, { open: id }),
  confirmLastDeduction: () => pages.employer,
  settleReturn: ({ id }) => pageUrl('adminReturns', {}, { open: id }),
  settleEndedLease: ({ id }) => pageUrl('adminAgreements', {}, { open: id }),
}

function ownLinkOf(task: Placed): string {
  const own = ownLinks[task.action]
  if (own) return own(task)
  return taskKinds[task.action].awaited === 'STAFF'
    ? pageUrl('adminOrder', { orderId: task.orderId ?? '' })
    : pages.myBike
}

/** The page of the administration's rail under which the staff do a kind of task; null of what is done elsewhere. */
export function railPageOf(action: TaskAction): string | null {
  const link = linkOf({ action, id: 'x', companyId: 'x', orderId: 'x', month: null }, { isStaff: true })
  const [, first, second] = link.split('?')[0]!.split('/')
  if (first !== 'admin') return null
  return second ? `/admin/${second}` : pages.admin
}
