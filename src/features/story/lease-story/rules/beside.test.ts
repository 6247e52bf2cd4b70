import { describe, expect, it } from 'vitest'
import { buyOutAt, claimAt, returnAt, runningLease, transferAt } from '#testing/lease-facts.ts'
import type { LeaseFacts } from '../facts.ts'
import {
  beginnings,
  isBuyable,
  isOut,
  type OpenMatter,
  openMatters,
  openMattersOf,
  processesOf,
  refusalOf,
  verdictOf,
} from './beside.ts'

const over = (endReason: LeaseFacts['endReason']) =>
  ({ leaseState: 'ENDED', endReason, endedDay: '2026-05-31' }) as const

/** A lease on which one thing stands, in each state that others care for. */
const leases: Readonly<Record<OpenMatter, readonly Partial<LeaseFacts>[]>> = {
  CANCELLATION: [{ cancellation: { id: 'cancellation' } }],
  BUY_OUT_UNPAID: (['STARTED', 'OFFERED', 'ACCEPTED', 'USER_PAYMENT_SENT'] as const).map((step) => ({
    buyOut: buyOutAt(step),
  })),
  BUY_OUT_PAID: (['USER_PAYMENT_PAID', 'LESSOR_INVOICE_SENT'] as const).map((step) => ({
    buyOut: buyOutAt(step),
  })),
  OWNED: [{ buyOut: buyOutAt('DONE') }],
  RETURN_AGREED: [
    { return: returnAt('REQUESTED') },
    { return: returnAt('APPROVED') },
    { buyOut: buyOutAt('WITHDRAWN') },
  ],
  RETURN_RECEIVED: [{ return: returnAt('RECEIVED') }, { return: returnAt('INSPECTED') }],
  ON_OFFER: (['DRAFT', 'REVIEW', 'LISTED', 'RESERVED', 'OFFERED'] as const).map((step) => ({
    transfer: transferAt(step),
  })),
  TRANSFER: [{ transfer: transferAt('TRANSFER') }, { transfer: transferAt('TRANSFER', true) }],
  SALE: [{ transfer: transferAt('BUYOUT') }, { transfer: transferAt('BILLED') }],
  LOSS_CLAIM: (['OPEN', 'PROOF_COMPLETE', 'SENT_TO_INSURER', 'INSURER_DECIDED'] as const).flatMap((step) => [
    { claims: [claimAt(step)] },
    { claims: [claimAt(step, 'LOSS')] },
  ]),
  DAMAGE_CLAIM: (['OPEN', 'PROOF_COMPLETE', 'SENT_TO_INSURER', 'INSURER_DECIDED', 'AT_REPAIR'] as const).flatMap(
    (step) => [{ claims: [claimAt(step, 'DAMAGE')] }, { claims: [claimAt(step, 'VANDALISM')] }],
  ),
  REPLACEMENT: [{ claims: [claimAt('NEW_BIKE')] }],
  EXIT: (['LEAVES', 'BANKRUPT'] as const).map((kind) => ({ exit: { id: 'exit', kind, chooseUntil: '2026-07-10' } })),
  MERGER: [{ exit: { id: 'exit', kind: 'MERGED', chooseUntil: '2026-07-10' } }],
  PLAN: (['PROPOSED', 'CONFIRMED', 'CHANGED'] as const).map((state) => ({
    plan: { id: 'plan', state, askedBy: 'EMPLOYEE', fromDay: '2026-07-01', toDay: '2026-12-31' },
  })),
  WRITTEN_OFF: [{ claims: [claimAt('LEASE_ENDED')], endsOn: '2026-06-30' }],
  OVER: (['TERM', 'REDEEMED'] as const).map((endReason) => over(endReason)),
  GONE: (['RETURNED', 'TRANSFERRED', 'INSURANCE', 'CANCELLED'] as const).map((endReason) => over(endReason)),
}

const pairs = openMatters.flatMap((matter) => beginnings.map((begins) => ({ matter, begins })))

describe('what may stand beside what', () => {
  it.each(openMatters)('%s is known from every state of its process', (matter) => {
    const found = leases[matter].map((lease) => openMattersOf({ ...runningLease, ...lease }).map((one) => one.matter))
    expect(found).toEqual(leases[matter].map(() => [matter]))
  })

  it.each(pairs)('$begins beside $matter gets the matrix’s word in all its states', ({ matter, begins }) => {
    const verdict = verdictOf(begins, matter)
    for (const lease of leases[matter]) {
      const refusal = refusalOf({ ...runningLease, ...lease }, begins)
      expect(refusal?.code ?? null).toBe(verdict.kind === 'REFUSED' ? verdict.code : null)
      if (refusal && matter !== 'OVER' && matter !== 'GONE') expect(refusal.process?.id).toBeTruthy()
    }
  })

  it('lets one end of a lease exclude every other, in both directions', () => {
    const ends = [
      ['CANCELLATION', 'CANCELLATION'],
      ['BUY_OUT', 'BUY_OUT_UNPAID'],
      ['RETURN', 'RETURN_AGREED'],
      ['TRANSFER', 'TRANSFER'],
    ] as const
    for (const [begins] of ends)
      for (const [, stands] of ends)
        expect(verdictOf(begins, stands)).toMatchObject({ code: 'AGREEMENT_ENDING_EXISTS' })
  })

  it('lets nobody sell, return or pass on a bicycle that is gone', () => {
    for (const begins of ['BUY_OUT', 'RETURN', 'TRANSFER'] as const)
      expect(verdictOf(begins, 'LOSS_CLAIM')).toMatchObject({ code: 'CLAIM_OPEN' })
  })

  it('tells a bicycle that is bought, gone or paid for by the insurer from one that can still be its person’s', () => {
    const of = (more: Partial<LeaseFacts>) => {
      const lease = { ...runningLease, ...more }
      return [isOut(lease), isBuyable(lease)]
    }
    expect(of({})).toEqual([false, true])
    expect(of(over('TERM'))).toEqual([false, true])
    expect(of(over('RETURNED'))).toEqual([true, false])
    expect(of({ claims: [claimAt('LEASE_ENDED')] })).toEqual([true, false])
    expect(of({ buyOut: buyOutAt('USER_PAYMENT_SENT') })).toEqual([false, true])
    expect(of({ buyOut: buyOutAt('USER_PAYMENT_PAID') })).toEqual([false, false])
    expect(of({ buyOut: buyOutAt('DONE') })).toEqual([true, false])
  })

  it('lets nobody sell, return or pass on a bicycle that was returned, passed on or paid for by the insurer', () => {
    for (const begins of ['BUY_OUT', 'RETURN', 'TRANSFER'] as const) {
      expect(verdictOf(begins, 'WRITTEN_OFF')).toMatchObject({ code: 'CLAIM_OPEN' })
      expect(verdictOf(begins, 'GONE')).toMatchObject({ code: 'LEASE_NOT_RUNNING' })
    }
  })

  it('refuses nothing on a lease on which nothing stands', () => {
    expect(beginnings.map((begins) => refusalOf(runningLease, begins))).toEqual(beginnings.map(() => null))
  })

  it('shows what has ended a lease as well, whatever bill is open meanwhile', () => {
    const bill = { id: 'bill', dueDay: '2026-06-01', openCents: 20_000 }
    const ended = { ...runningLease, leaseState: 'ENDED', bill } as const
    expect(processesOf({ ...ended, return: returnAt('DONE') })).toEqual([{ kind: 'RETURN', id: 'return' }])
    expect(processesOf({ ...ended, claims: [claimAt('LEASE_ENDED')] })).toEqual([{ kind: 'CLAIM', id: 'claim' }])
    expect(processesOf({ ...ended, buyOut: buyOutAt('DONE') })).toEqual([{ kind: 'BUY_OUT', id: 'buy-out' }])
    expect(processesOf(runningLease)).toEqual([])
  })

  it('names a claim that was denied, called off or settled to nobody', () => {
    for (const step of ['REPAIRED', 'REPLACED', 'DENIED', 'CANCELLED'] as const)
      expect(openMattersOf({ ...runningLease, claims: [claimAt(step)] })).toEqual([])
  })
})

it('is not stood in the way of by itself, but by another of its kind', () => {
  const asked = { ...runningLease, return: returnAt('APPROVED') }
  const refused = beginnings.filter((begins) => verdictOf(begins, 'RETURN_AGREED').kind === 'REFUSED')
  expect(refused.length).toBeGreaterThan(0)
  for (const begins of refused) {
    expect(refusalOf(asked, begins, 'return')).toBeNull()
    expect(refusalOf(asked, begins, 'another')?.process?.id).toBe('return')
  }
})
