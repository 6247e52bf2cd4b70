/** Every head that a lease may have, with the facts that lead to it: what is awaited of whom, and by when. */
import type { LeaseFacts } from '#features/story/lease-story/facts.ts'
import { type SituationKey, situationOf } from '#features/story/lease-story/rules/situation.ts'
import { buyOutAt, claimAt, returnAt, runningLease, transferAt } from '#testing/lease-facts.ts'

const today = '2026-06-10'
export const told = (facts: Partial<LeaseFacts>) => situationOf({ ...runningLease, ...facts }, today)
const ended = (endReason: LeaseFacts['endReason'], more: Partial<LeaseFacts> = {}) =>
  told({ leaseState: 'ENDED', endReason, endedDay: '2026-05-31', ...more })

export const plan = { id: 'plan', askedBy: 'EMPLOYEE', fromDay: '2026-07-01', toDay: '2026-12-31' } as const
export const bill = { id: 'bill', dueDay: '2026-06-20', openCents: 20_000 }
export const exit = { id: 'exit', kind: 'LEAVES', chooseUntil: '2026-07-10' } as const

export const situationCases: readonly (readonly [
  SituationKey,
  ReturnType<typeof told>,
  string | null,
  string | null,
])[] = [
  ['soon', told({ leaseState: 'NOT_STARTED', startDay: '2026-07-01' }), null, '2026-07-01'],
  ['theftReport', told({ claims: [claimAt('OPEN')] }), 'EMPLOYEE', null],
  ['theftSend', told({ claims: [claimAt('PROOF_COMPLETE', 'LOSS')] }), 'STAFF', null],
  ['theftInsurer', told({ claims: [claimAt('SENT_TO_INSURER')] }), 'INSURER', null],
  ['theftDecided', told({ claims: [claimAt('INSURER_DECIDED')] }), 'STAFF', null],
  ['theftNewBike', told({ claims: [claimAt('NEW_BIKE')] }), 'STORE', null],
  ['theftEnding', told({ claims: [claimAt('LEASE_ENDED')], endsOn: '2026-06-30' }), null, '2026-06-30'],
  ['claimReport', told({ claims: [claimAt('OPEN', 'DAMAGE')] }), 'EMPLOYEE', null],
  ['claimSend', told({ claims: [claimAt('PROOF_COMPLETE', 'VANDALISM')] }), 'STAFF', null],
  ['claimInsurer', told({ claims: [claimAt('SENT_TO_INSURER', 'DAMAGE')] }), 'INSURER', null],
  ['claimDecided', told({ claims: [claimAt('INSURER_DECIDED', 'DAMAGE')] }), 'STAFF', null],
  ['claimRepair', told({ claims: [claimAt('AT_REPAIR', 'DAMAGE')] }), 'STORE', null],
  ['cancelling', told({ cancellation: { id: 'cancellation' } }), 'STAFF', null],
  ['returnAsked', told({ return: returnAt('REQUESTED') }), 'EMPLOYER', null],
  ['returnBring', told({ return: returnAt('APPROVED') }), 'EMPLOYEE', '2026-07-31'],
  ['returnBringByEmployer', told({ return: returnAt('APPROVED', { isFromEmployer: true }) }), 'EMPLOYER', '2026-07-31'],
  ['returnInspect', told({ return: returnAt('RECEIVED') }), 'STAFF', null],
  ['returnObject', told({ return: returnAt('INSPECTED', { hasMatter: true }) }), 'EMPLOYEE', '2026-08-05'],
  ['returnAnswer', told({ return: returnAt('INSPECTED', { hasMatter: true, isObjected: true }) }), 'STAFF', null],
  ['returnEnding', told({ return: returnAt('INSPECTED'), endsOn: '2026-07-31' }), null, '2026-07-31'],
  ['buyOutAsk', told({ buyOut: buyOutAt('STARTED') }), 'EMPLOYEE', '2026-06-25'],
  ['buyOutAnswer', told({ buyOut: buyOutAt('OFFERED') }), 'EMPLOYEE', '2026-06-25'],
  ['buyOutEmployerAnswers', told({ buyOut: buyOutAt('OFFERED', { buyer: 'EMPLOYER' }) }), 'EMPLOYER', '2026-06-25'],
  ['buyOutBilling', told({ buyOut: buyOutAt('ACCEPTED') }), null, '2026-07-31'],
  ['buyOutPay', told({ buyOut: buyOutAt('USER_PAYMENT_SENT') }), 'EMPLOYEE', '2026-07-14'],
  ['buyOutFromPay', told({ buyOut: buyOutAt('USER_PAYMENT_SENT', { method: 'PAYROLL' }) }), 'EMPLOYER', '2026-07-14'],
  [
    'buyOutEmployerPays',
    told({ buyOut: buyOutAt('USER_PAYMENT_SENT', { method: 'BATCH' }) }),
    'EMPLOYER',
    '2026-07-14',
  ],
  ['buyOutPaid', told({ buyOut: buyOutAt('USER_PAYMENT_PAID'), endsOn: '2026-07-31' }), null, '2026-07-31'],
  ['buyOutTakenBack', told({ buyOut: buyOutAt('WITHDRAWN') }), 'EMPLOYEE', null],
  ['transferReserved', told({ transfer: transferAt('RESERVED') }), 'EMPLOYEE', '2026-06-20'],
  ['transferOffered', told({ transfer: transferAt('OFFERED') }), 'TAKER', '2026-06-20'],
  ['transferApprove', told({ transfer: transferAt('TRANSFER') }), 'EMPLOYER', '2026-07-20'],
  ['transferSign', told({ transfer: transferAt('TRANSFER', true) }), 'EMPLOYEE', '2026-07-20'],
  ['transferSale', told({ transfer: transferAt('BUYOUT') }), 'BUYER', null],
  ['transferSalePay', told({ transfer: transferAt('BILLED') }), 'BUYER', null],
  ['exitChoose', told({ exit }), 'EMPLOYEE', '2026-07-10'],
  ['exitMoves', told({ exit: { ...exit, kind: 'MERGED' } }), null, '2026-07-10'],
  ['absenceAsked', told({ plan: { ...plan, state: 'PROPOSED' } }), 'EMPLOYER', '2026-07-01'],
  ['absencePlanned', told({ plan: { ...plan, state: 'CONFIRMED' } }), null, '2026-07-01'],
  ['absenceOn', told({ plan: { ...plan, state: 'CONFIRMED', fromDay: '2026-06-01' } }), null, '2026-12-31'],
  ['billDue', told({ bill }), 'EMPLOYEE', '2026-06-20'],
  ['billLate', told({ bill: { ...bill, dueDay: '2026-06-09' } }), 'EMPLOYEE', '2026-06-09'],
  ['endSet', told({ endsOn: '2026-06-30' }), null, '2026-06-30'],
  ['endChoose', told({ endDay: '2026-08-31' }), 'EMPLOYEE', '2026-08-31'],
  ['running', told({}), null, '2028-12-31'],
  ['overChoose', ended('TERM'), 'EMPLOYEE', '2026-07-05'],
  ['overEmployer', ended('TERM', { bikeAt: 'EMPLOYER' }), 'EMPLOYER', '2026-05-31'],
  ['owned', ended('REDEEMED', { buyOut: buyOutAt('DONE', { doneDay: '2026-05-20' }) }), null, '2026-05-20'],
  ['ownedWithdrawable', ended('REDEEMED', { buyOut: buyOutAt('DONE', { doneDay: '2026-06-01' }) }), null, '2026-06-15'],
  ['soldToEmployer', ended('REDEEMED', { buyOut: buyOutAt('DONE', { buyer: 'EMPLOYER' }) }), null, '2026-07-31'],
  ['returned', ended('RETURNED', { return: returnAt('DONE') }), null, '2026-05-31'],
  ['passedOn', ended('TRANSFERRED', { transfer: transferAt('DONE') }), null, '2026-05-31'],
  ['insured', ended('INSURANCE', { claims: [claimAt('LEASE_ENDED')] }), null, '2026-05-31'],
  ['cancelled', ended('CANCELLED'), null, '2026-05-31'],
  ['ended', ended('TERM', { bikeAt: 'LESSOR' }), null, '2026-05-31'],
]
