import type { Process } from '#platform/process/table.ts'
import type { ReturnWords } from './words.ts'

/** Who is awaited in each state. */
export const turns: Process<ReturnWords>['turns'] = {
  REQUESTED: [
    {
      awaited: 'EMPLOYER',
      when: ({ companyLeaves }) => !companyLeaves,
      action: 'approve',
      notice: { template: 'returns:employerNotice.requested' },
      dueDays: 5,
    },
    { awaited: 'STAFF', when: ({ companyLeaves }) => companyLeaves, action: 'approve', notice: 'DESK', dueDays: 5 },
  ],
  APPROVED: [
    {
      awaited: 'EMPLOYEE',
      when: ({ isFromEmployer }) => !isFromEmployer,
      action: 'bring',
      notice: { template: 'returns:notice.became.APPROVED', by: 'TELL_BRINGER' },
      dueDays: null,
    },
    {
      awaited: 'EMPLOYER',
      when: ({ isFromEmployer }) => isFromEmployer,
      action: 'bring',
      notice: { template: 'returns:employerNotice.bring', by: 'TELL_BRINGER' },
      dueDays: null,
    },
    {
      awaited: 'STORE',
      when: ({ storeHasEmail }) => storeHasEmail,
      action: 'receive',
      notice: { template: 'returns:mail.store', by: 'MAIL_STORE' },
      dueDays: null,
    },
    {
      awaited: 'STAFF',
      when: ({ storeHasEmail }) => !storeHasEmail,
      action: 'receive',
      notice: 'DESK',
      dueDays: null,
    },
  ],
  RECEIVED: [{ awaited: 'STAFF', action: 'inspect', notice: 'DESK', dueDays: 5 }],
  INSPECTED: [
    {
      awaited: 'EMPLOYEE',
      when: ({ isFeeOnOthersWord, isObjected }) => isFeeOnOthersWord && !isObjected,
      action: 'object',
      notice: { template: 'returns:notice.feeOnWord' },
      dueDays: 14,
    },
    {
      awaited: 'EMPLOYEE',
      when: ({ hasDamage, isFeeOnOthersWord, isObjected, isFromEmployer }) =>
        hasDamage && !isFeeOnOthersWord && !isObjected && !isFromEmployer,
      action: 'object',
      notice: { template: 'returns:notice.damage' },
      dueDays: 14,
    },
    {
      awaited: 'EMPLOYER',
      when: ({ hasDamage, isObjected, isFromEmployer }) => hasDamage && !isObjected && isFromEmployer,
      action: 'object',
      notice: { template: 'returns:employerNotice.damage' },
      dueDays: 14,
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
