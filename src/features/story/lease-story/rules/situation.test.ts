import { describe, expect, it } from 'vitest'
import { buyOutAt, claimAt, returnAt, runningLease, transferAt } from '#testing/lease-facts.ts'
import type { LeaseFacts } from '../facts.ts'
import ofOthers from '../lease-of-others/texts/fi.json' with { type: 'json' }
import fi from '../texts/fi.json' with { type: 'json' }
import { type SituationKey, situationKeys, situationOf } from './situation.ts'

const today = '2026-06-10'
const told = (facts: Partial<LeaseFacts>) => situationOf({ ...runningLease, ...facts }, today)
const ended = (endReason: LeaseFacts['endReason'], more: Partial<LeaseFacts> = {}) =>
  told({ leaseState: 'ENDED', endReason, endedDay: '2026-05-31', ...more })

const plan = { id: 'plan', askedBy: 'EMPLOYEE', fromDay: '2026-07-01', toDay: '2026-12-31' } as const
const bill = { id: 'bill', dueDay: '2026-06-20', openCents: 20_000 }
const exit = { id: 'exit', kind: 'LEAVES', chooseUntil: '2026-07-10' } as const

const cases: readonly (readonly [SituationKey, ReturnType<typeof told>, string | null, string | null])[] = [
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

describe('what a lease’s head says', () => {
  it.each(cases)('%s, with whoever is awaited and the day', (key, found, awaited, day) => {
    expect(found).toMatchObject({ key, awaited, day })
  })

  it('has a case here for every sentence there is', () => {
    expect(new Set(cases.map(([key]) => key))).toEqual(new Set(situationKeys))
  })

  it('names an act exactly where somebody of the house, the person or the employer is awaited', () => {
    const withAct = cases.filter(([, found]) => found.act !== null).map(([key]) => key)
    const awaitedHere = cases
      .filter(([key, , who]) => ['EMPLOYEE', 'EMPLOYER', 'STAFF'].includes(who ?? '') && key !== 'cancelling')
      .map(([key]) => key)
    expect(withAct).toEqual(awaitedHere)
  })

  it('promises a day in its words only where it has one, and a sum where it has one', () => {
    const spoken = cases.map(([key, found]) => {
      const words = [fi, ofOthers].flatMap(({ situations }) => Object.values(situations[key])).join(' ')
      return [key, words.includes('{{day}}') && !found.day, words.includes('{{sum}}') && found.cents === null] as const
    })
    expect(spoken.filter(([, noDay, noSum]) => noDay || noSum)).toEqual([])
  })
})

describe('of several things that go on', () => {
  const everything: Partial<LeaseFacts> = {
    claims: [claimAt('OPEN', 'DAMAGE'), claimAt('SENT_TO_INSURER')],
    return: returnAt('APPROVED'),
    buyOut: buyOutAt('OFFERED'),
    transfer: transferAt('TRANSFER'),
    exit,
    plan: { ...plan, state: 'CONFIRMED' },
    bill,
  }
  const order: readonly (readonly [keyof LeaseFacts, SituationKey])[] = [
    ['claims', 'theftInsurer'],
    ['return', 'returnBring'],
    ['buyOut', 'buyOutAnswer'],
    ['transfer', 'transferApprove'],
    ['exit', 'exitChoose'],
    ['plan', 'absencePlanned'],
    ['bill', 'billDue'],
  ]

  it('the head speaks of the one that matters most, in the order of the table', () => {
    let left = everything
    for (const [fact, key] of order) {
      expect(told(left).key).toBe(key)
      left = { ...left, [fact]: runningLease[fact] }
    }
    expect(told(left).key).toBe('running')
  })

  it('a loss goes before what is broken, whichever came first', () => {
    expect(told({ claims: [claimAt('OPEN', 'DAMAGE'), claimAt('OPEN')] }).key).toBe('theftReport')
    expect(told({ claims: [claimAt('OPEN'), claimAt('OPEN', 'DAMAGE')] }).key).toBe('theftReport')
  })

  it('whoever owns the bicycle reads so, whatever bill is still open', () => {
    expect(told({ leaseState: 'ENDED', endReason: 'REDEEMED', bill }).key).toBe('owned')
    expect(told({ leaseState: 'ENDED', endReason: 'RETURNED', bill }).key).toBe('billDue')
  })
})
