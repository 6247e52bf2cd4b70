import type { Process } from '#platform/process/table.ts'
import type { RedemptionWords } from './words.ts'

const desk = (action: string, dueDays: number, when?: (facts: RedemptionWords['turnFacts']) => boolean) => ({
  awaited: 'STAFF' as const,
  action,
  notice: 'DESK' as const,
  dueDays,
  ...(when ? { when } : {}),
})

const employerPays = ({ method, buyer }: RedemptionWords['turnFacts']) =>
  buyer === 'EMPLOYER' || method === 'BATCH' || method === 'PAYROLL'

/** Who is awaited in each state. */
export const turns: Process<RedemptionWords>['turns'] = {
  STARTED: [
    {
      awaited: 'EMPLOYEE',
      action: 'offer',
      notice: { template: 'redemptions:notice.lapsed' },
      dueDays: null,
      due: ({ lastDay }) => lastDay,
    },
  ],
  OFFERED: [
    {
      awaited: 'EMPLOYEE',
      when: ({ buyer }) => buyer === 'EMPLOYEE',
      action: 'accept',
      notice: { template: 'redemptions:notice.offered' },
      dueDays: null,
      due: ({ offerValidUntil }) => offerValidUntil,
    },
    {
      awaited: 'EMPLOYER',
      when: ({ buyer }) => buyer === 'EMPLOYER',
      action: 'acceptForEmployee',
      notice: { template: 'redemptions:employerNotice.offered' },
      dueDays: null,
      due: ({ offerValidUntil }) => offerValidUntil,
    },
  ],
  ACCEPTED: [desk('sendBatch', 2)],
  USER_PAYMENT_SENT: [
    {
      awaited: 'EMPLOYEE',
      when: (facts) => !employerPays(facts) || facts.isRestOpen,
      action: 'pay',
      notice: { template: 'redemptions:notice.pay' },
      dueDays: null,
      due: ({ payBy }) => payBy,
    },
    {
      awaited: 'EMPLOYER',
      when: (facts) => employerPays(facts) && facts.isEmployersBillOpen,
      action: 'pay',
      notice: { template: 'redemptions:employerNotice.pay' },
      dueDays: null,
      due: ({ payBy }) => payBy,
    },
  ],
  USER_PAYMENT_PAID: [desk('sendNotice', 2, (facts) => !facts.isOperators && !facts.canMailLessor)],
  LESSOR_INVOICE_SENT: [
    {
      awaited: 'LESSOR',
      when: (facts) => !facts.isOperators && !facts.hasLessorInvoice,
      action: 'invoice',
      notice: { template: 'redemptions:mail.closing', by: 'SEND_NOTICE' },
      dueDays: 14,
    },
    desk('matchLessorInvoice', 14, (facts) => !facts.isOperators && !facts.hasLessorInvoice),
  ],
  DONE: [],
  CANCELLED: [],
  WITHDRAWN: [desk('takeBack', 14, ({ bikeIsBack }) => !bikeIsBack)],
}
