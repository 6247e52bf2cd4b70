import type { Process } from '#platform/process/table.ts'
import type { ReturnWords } from './words.ts'

/** Who is awaited in each state. */
/** Days in which a request is answered. */
export const ANSWER_DAYS = 5

export const turns: Process<ReturnWords>['turns'] = {
  REQUESTED: [
    {
      awaited: 'EMPLOYER',
      when: ({ companyLeaves }) => !companyLeaves,
      action: 'approve',
      notice: { template: 'returns:employerNotice.requested' },
      dueDays: ANSWER_DAYS,
    },
    {
      awaited: 'STAFF',
      when: ({ companyLeaves }) => companyLeaves,
      action: 'approve',
      notice: 'DESK',
      dueDays: ANSWER_DAYS,
    },
  ],
  APPROVED: [
    {
      awaited: 'EMPLOYEE',
      when: ({ isFromEmployer }) => !isFromEmployer,
      action: 'bring',
      notice: { template: 'returns:notice.became.APPROVED', by: 'TELL_BRINGER' },
      dueDays: null,
      due: ({ bringBy }) => bringBy,
    },
    {
      awaited: 'EMPLOYER',
      when: ({ isFromEmployer }) => isFromEmployer,
      action: 'bring',
      notice: { template: 'returns:employerNotice.bring', by: 'TELL_BRINGER' },
      dueDays: null,
      due: ({ bringBy }) => bringBy,
    },
    {
      awaited: 'STORE',
      when: ({ storeHasEmail }) => storeHasEmail,
      action: 'receive',
      notice: { template: 'returns:mail.store', by: 'MAIL_STORE' },
      dueDays: null,
      due: ({ bringBy }) => bringBy,
    },
    {
      awaited: 'STAFF',
      when: ({ storeHasEmail }) => !storeHasEmail,
      action: 'receive',
      notice: 'DESK',
      dueDays: null,
      due: ({ bringBy }) => bringBy,
    },
  ],
  RECEIVED: [{ awaited: 'STAFF', action: 'inspect', notice: 'DESK', dueDays: 5 }],
  INSPECTED: [
    {
      awaited: 'EMPLOYEE',
      when: ({ isFeeOnOthersWord, isObjected }) => isFeeOnOthersWord && !isObjected,
      action: 'object',
      notice: { template: 'returns:notice.feeOnWord' },
      dueDays: null,
      due: ({ objectionUntil }) => objectionUntil,
    },
    {
      awaited: 'EMPLOYEE',
      when: ({ hasDamage, isFeeOnOthersWord, isObjected, isFromEmployer }) =>
        hasDamage && !isFeeOnOthersWord && !isObjected && !isFromEmployer,
      action: 'object',
      notice: { template: 'returns:notice.damage' },
      dueDays: null,
      due: ({ objectionUntil }) => objectionUntil,
    },
    {
      awaited: 'EMPLOYER',
      when: ({ hasDamage, isObjected, isFromEmployer }) => hasDamage && !isObjected && isFromEmployer,
      action: 'object',
      notice: { template: 'returns:employerNotice.damage' },
      dueDays: null,
      due: ({ objectionUntil }) => objectionUntil,
    },
    {
      awaited: 'STAFF',
      when: ({ isObjected, isAnswered }) => isObjected && !isAnswered,
      action: 'answerObjection',
      notice: 'DESK',
      dueDays: 5,
    },
  ],
  DONE: [],
  CANCELLED: [],
}
