import type { Process } from '#platform/process/table.ts'
import type { BrokerageWords, TransferFacts } from './words.ts'

/** Who is awaited in each state. */
export const turns: Process<BrokerageWords>['turns'] = {
  DRAFT: [{ awaited: 'SELLER', action: 'submit', notice: { template: 'brokerage:notice.draft' }, dueDays: 14 }],
  REVIEW: [{ awaited: 'STAFF', action: 'review', notice: 'DESK', dueDays: 3 }],
  LISTED: [],
  RESERVED: [
    {
      awaited: 'SELLER',
      action: 'transfer',
      notice: { template: 'brokerage:notice.turn.reserved' },
      dueDays: null,
      due: ({ reservedUntil }) => reservedUntil,
    },
  ],
  OFFERED: [
    {
      awaited: 'TAKER',
      action: 'answer',
      notice: { template: 'brokerage:notice.turn.offered' },
      dueDays: null,
      due: ({ reservedUntil }) => reservedUntil,
    },
  ],
  TRANSFER: [
    {
      awaited: 'SELLER_EMPLOYER',
      when: ({ hasGiverAgreed, isOneCompany }) => !hasGiverAgreed && !isOneCompany,
      action: 'agree',
      notice: { template: 'brokerage:notice.turn.agree' },
      dueDays: null,
      due: ({ transferBy }: TransferFacts) => transferBy,
    },
    {
      awaited: 'TAKER_EMPLOYER',
      when: ({ hasTakerAgreed }) => !hasTakerAgreed,
      action: 'agree',
      notice: { template: 'brokerage:notice.turn.agree' },
      dueDays: null,
      due: ({ transferBy }: TransferFacts) => transferBy,
    },
    {
      awaited: 'STAFF',
      when: ({ hasLessorApproved }) => !hasLessorApproved,
      action: 'agree',
      notice: 'DESK',
      dueDays: 5,
    },
    ...(['SELLER', 'TAKER', 'SELLER_EMPLOYER', 'TAKER_EMPLOYER'] as const).map((party) => ({
      awaited: party,
      when: ({ isPrepared, unsigned }: TransferFacts) => isPrepared && unsigned.includes(party),
      action: 'sign',
      notice: { template: 'brokerage:notice.turn.sign' },
      dueDays: null,
      due: ({ transferBy }: TransferFacts) => transferBy,
    })),
  ],
  BUYOUT: [
    {
      awaited: 'SELLER_EMPLOYER',
      when: ({ hasGiverAgreed }) => !hasGiverAgreed,
      action: 'agree',
      notice: { template: 'brokerage:notice.turn.sell' },
      dueDays: 14,
    },
    {
      awaited: 'STAFF',
      when: ({ hasGiverAgreed }) => hasGiverAgreed,
      action: 'bill',
      notice: 'DESK',
      dueDays: 5,
    },
  ],
  // The company is no user: its bill has told it, and the desk sees what is not paid.
  BILLED: [{ awaited: 'BUYER', action: 'pay', notice: 'DESK', dueDays: null, due: ({ payBy }) => payBy }],
  DONE: [],
  WITHDRAWN: [],
  EXPIRED: [],
}
