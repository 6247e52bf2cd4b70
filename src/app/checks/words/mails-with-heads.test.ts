import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Features whose mails are about a lease or an order. */
const features = [
  'orders/orders',
  'lease-ends/*',
  'leases/agreements',
  'leases/lease-changes',
  'money/bike-services',
  'money/invoices',
  'money/payments',
  'money/banking',
  'money/payroll-deductions',
  'operations/tasks',
]

/** Why a mail about a lease or an order does not say in its subject where that stands. */
const withoutHead: Readonly<Record<string, string>> = {
  // To a company or its staff, about no single lease.
  "approve-account.ts · 'banking:notice.accountApproved'": 'the account of the company’s own refund',
  "drop-queued.ts · file ? 'banking:notice.fileGivenUp' : 'banking:notice.orderDropped'":
    'to the staff, of a bank file',
  'exit-proposal.ts · `company-exits:employerNotice.${words[moment]}`': 'a proposal about the whole company',
  "mark.ts · 'company-exits:employerNotice.mergedInto'": 'the whole company',
  "mark.ts · `company-exits:employerNotice.settled${exit.kind === 'MERGED' ? 'MERGED' : ''}`": 'the whole company',
  "payroll-day-job.ts · 'tasks:notice.payrollDay'": 'the list of a company’s payroll day',
  'refund-outcome.ts · `payments:notice.${template}`': 'to the staff, of a refund',
  "reminders.ts · 'tasks:notice.waiting'": 'the task and whose it is; the lease’s own reminders say its head',
  "repayment-page.ts · person ? 'banking:notice.accountGiven' : 'banking:notice.employerAccountGiven'":
    'to whoever releases a refund',
  // To a lessor or a buyer outside the service, who read agreements by their numbers and have no page of the story.
  "bill.ts · 'bike-services:mail.receipt'": 'to a shop, of its bill',
  "correct-delivery.ts · 'orders:mail.deliveryCorrected'": 'to a lessor',
  "effects.ts · 'redemptions:mail.calledOff'": 'to a lessor',
  "effects.ts · 'redemptions:mail.closing'": 'to a lessor',
  "ending.ts · 'insurance-claims:mail.closing'": 'to a lessor',
  "follow-sale.ts · 'brokerage:mail.sold'": 'to a buyer outside the service',
  'mark.ts · `company-exits:mail.lessor${exit.kind}`': 'to a lessor',
  "new-bike.ts · 'insurance-claims:mail.replaced'": 'to a lessor',
  // To a shop that is no party of the lease: the subject is what its page opens with, in words of its own.
  "effects.ts · 'returns:mail.store'": 'the head of the shop’s page',
  "effects.ts · 'returns:mail.storeCancelled'": 'there is nothing left to do',
  'messages.ts · `order-cancellations:mail.${template}`': 'the head of the shop’s page, or to a lessor',
  "repair.ts · 'insurance-claims:mail.repair'": 'the head of the shop’s page',
  "repair.ts · 'insurance-claims:mail.repairElsewhere'": 'there is nothing left to do',
  "shop.ts · 'bike-services:mail.store'": 'a voucher at a shop of one’s own choice',
  // The first mail of an order is what its page opens with, or what stands in the way of that.
  "start.ts · block ? startTemplates[block] : 'orders:notice.started'": 'the head itself',
  "start.ts · 'orders:employerNotice.cannotStart'": 'what stands in the way of the head',
}

/** The text between a call's parentheses, of which the first opens at `from`. */
function argumentsAt(text: string, from: number): string {
  let open = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') open += 1
    if (text[at] === ')') open -= 1
    if (open === 0) return text.slice(from, at)
  }
  return ''
}

/** The mails that a file writes: by the words of their template, and whether they say a head. */
function mailsIn(file: string) {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?<!function )\b(notify|sendMail|sendReceipt)(?=\()/g)].flatMap(
    ({ index, 1: writer = '' }) => {
      const written = argumentsAt(text, index + writer.length)
      const template = /\b(?:template|kind)\b(?:: ([^,\n]+))?/.exec(written)
      if (!template || (writer === 'notify' && !/\bmail\b/.test(written))) return []
      return [{ mail: `${file.split('/').at(-1)} · ${template[1] ?? 'template'}`, hasHead: /\bhead\b/.test(written) }]
    },
  )
}

it('says in the subject of each mail about a lease or an order where that stands, or the list says why not', () => {
  const files = features
    .flatMap((feature) => globSync(`src/features/${feature}/**/*.ts`))
    .filter((file) => !file.includes('.test.'))
  const mails = files.flatMap(mailsIn)
  expect(mails.length).toBeGreaterThan(50)
  const silent = mails.filter(({ hasHead }) => !hasHead).map(({ mail }) => mail)
  expect([...new Set(silent)].toSorted()).toEqual(Object.keys(withoutHead).toSorted())
})
