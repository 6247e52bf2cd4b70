import { describe, expect, it } from 'vitest'
import { linkOf } from '#features/operations/tasks/links.ts'
import { type TaskAction, taskActions, taskKinds } from '#features/operations/tasks/rules.ts'
import { matchPath } from '#platform/contract/pages.ts'
import { seededPermissionsOf } from '#platform/contract/permissions.ts'
import { actionsWithOffer } from '#testing/lists/task-offers.ts'
import { importsOf, sourceFiles } from '#testing/sources/source-imports.ts'
import { everyScreen as screens } from '../../web/admin-screens.ts'

/** The calls of which one ends a task that the staff see, their own or an employer's that they do as well. */
const endings: Readonly<Partial<Record<TaskAction, readonly string[]>>> = {
  decideApplication: ['employees.decide'],
  nameSigner: ['companies.invite'],
  changeEmployment: ['employees.update'],
  settleLeaver: ['reporting.setPayer'],
  lockPayrollMonth: ['reporting.lock'],
  confirmDeduction: ['payrollDeductions.confirm'],
  processOrder: ['orders.move'],
  awaitInvoice: ['orders.move'],
  matchInvoice: ['invoices.match'],
  billOrder: ['orders.move'],
  solveCase: ['orders.move'],
  checkInvoice: ['invoices.setStatus'],
  payInvoice: ['banking.queue', 'invoices.pay'],
  nameHands: ['companies.invite'],
  nameAuthority: ['leasing.updateCompany'],
  remindPayer: ['companies.update'],
  collectInvoice: ['invoices.writeOff', 'invoices.pay'],
  repayPayer: ['banking.repay'],
  awaitRefund: ['banking.match'],
  settleRepayment: ['banking.confirmPayee', 'banking.withdraw'],
  remakePaymentFile: ['banking.make'],
  settleBankDoubt: ['banking.dismissDoubt'],
  settleIntake: ['intake.dismiss'],
  explainStatement: ['banking.explain'],
  explainRecord: ['eventLog.verify'],
  decideRefund: ['payments.decideRefund'],
  checkContactForm: ['contactForms.update', 'contactForms.answer'],
  answerRights: ['rights.answer', 'rights.erase'],
  resendMessage: ['outbox.retry'],
  decideCancellation: ['orderCancellations.create', 'orderCancellations.decline'],
  settleCancellation: ['orderCancellations.complete', 'orderCancellations.withdraw'],
  settleRedemption: ['redemptions.update'],
  settleClaim: ['insuranceClaims.step'],
  tellInsurer: ['insuranceClaims.step'],
  settleEndedLease: ['returns.takeBack', 'redemptions.markLost', 'redemptions.settleLost'],
  reviewTaxation: ['leaseChanges.review'],
  settleLessorDifference: ['lessorFiles.decide'],
  settleReturn: ['returns.update'],
  settleExit: ['companyExits.workOff', 'companyExits.withdraw'],
  reviewOffer: ['brokerage.update'],
  changePolicy: ['companies.update'],
  matchEntry: ['banking.match'],
  enterEInvoice: ['eInvoices.enter'],
  mendEInvoice: ['eInvoices.send'],
  releasePaymentFile: ['banking.release'],
  confirmTaxYear: ['taxYears.confirm'],
  enterReferenceRate: ['lateMoney.addRate'],
  mendJob: ['maintenance.runJobs'],
  confirmProposal: ['proposals.confirm', 'proposals.refuse'],
  answerProposal: ['proposals.confirm', 'proposals.refuse'],
}

const linkFor = (action: TaskAction) =>
  linkOf({ action, id: 'id', companyId: 'company', orderId: 'order', month: '2026-10' }, { isStaff: true })
const screenOf = (action: TaskAction) => {
  const { pathname } = new URL(linkFor(action), 'http://localhost')
  return screens.find(({ path }) => matchPath(path, pathname))
}

const files = new Map(sourceFiles().map((file) => [file.file, file]))
/** The lists of all addresses, as one text. */
const addresses = {
  file: 'app/web/screens.tsx',
  text: [...files.values()]
    .filter(({ file }) => /\/(admin-)?screens\.tsx?$/.test(file))
    .map(({ text }) => text)
    .join('\n'),
}

/** The source of a page and of all that it draws. */
function partsOf(path: string): string[] {
  const at = addresses.text.indexOf(`path: '${path}',`)
  const [page] = importsOf({ file: addresses.file, text: addresses.text.slice(at) })
  const found = new Map<string, string>()
  const follow = (file: string) => {
    const known = files.get(file)
    if (!known || found.has(file) || !/\/web\/|^app\//.test(file)) return
    found.set(file, known.text)
    for (const next of importsOf(known)) follow(next)
  }
  follow(page!)
  return [...found.values()]
}

const seenByStaff = taskActions.filter(
  (action) => taskKinds[action].awaited === 'STAFF' || linkFor(action).startsWith('/admin'),
)

describe('every kind of task that the staff see', () => {
  it('names the calls that end it', () => {
    expect(Object.keys(endings).toSorted()).toEqual(seenByStaff.toSorted())
  })

  it('is met in its state, with the act among what its page offers then, save where the page always offers it', () => {
    // The tests that make the states look for the act; these pages are forms, open whatever the row's state.
    const always = [
      'decideApplication',
      'nameSigner',
      'changeEmployment',
      'settleLeaver',
      'lockPayrollMonth',
      'confirmDeduction',
      'nameHands',
      'nameAuthority',
      'remindPayer',
      'settleRepayment',
      'decideRefund',
      'answerRights',
      'changePolicy',
    ]
    expect(seenByStaff.filter((action) => !actionsWithOffer.includes(action))).toEqual(always)
  })

  it.each(seenByStaff)('leads with %s to a page that staff may open and that makes each of them', (action) => {
    const ofAll = new Set<string>(seededPermissionsOf('INTERNAL_ADMIN'))
    const { permission } = taskKinds[action]
    const held = ofAll.has(permission) ? ofAll : new Set<string>(seededPermissionsOf('SUPER_ADMIN'))
    const screen = screenOf(action)!
    expect([...held]).toContain(screen.access)
    const parts = partsOf(screen.path)
    const makes = (call: string) => parts.some((text) => new RegExp(`[^\\w.]${call.replace('.', '\\.')}\\b`).test(text))
    expect(endings[action]!.filter((call) => !makes(call))).toEqual([])
  })
})
