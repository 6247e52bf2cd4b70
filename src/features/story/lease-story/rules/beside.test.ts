import { describe, expect, it } from 'vitest'
import { buyOutAt, claimAt, returnAt, runningLease, transferAt } from '#testing/lease-facts.ts'
import type { LeaseFacts } from '../facts.ts'
import { beginnings, refusalOf, type Standing, standings, standingsOf, verdictOf } from './beside.ts'

/** A lease on which one thing stands, in each state that others care for. */
const leases: Readonly<Record<Standing, readonly Partial<LeaseFacts>[]>> = {
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
  OVER: [{ leaseState: 'ENDED', endReason: 'TERM', endedDay: '2026-05-31' }],
}

const pairs = standings.flatMap((standing) => beginnings.map((begins) => ({ standing, begins })))

describe('what may stand beside what', () => {
  it.each(standings)('%s is known from every state of its process', (standing) => {
    const found = leases[standing].map((lease) => standingsOf({ ...runningLease, ...lease }).map((one) => one.standing))
    expect(found).toEqual(leases[standing].map(() => [standing]))
  })

  it.each(pairs)('$begins beside $standing gets the matrix’s word in all its states', ({ standing, begins }) => {
    const verdict = verdictOf(begins, standing)
    for (const lease of leases[standing]) {
      const refusal = refusalOf({ ...runningLease, ...lease }, begins)
      expect(refusal?.code ?? null).toBe(verdict.kind === 'REFUSED' ? verdict.code : null)
      if (refusal && standing !== 'OVER') expect(refusal.process?.id).toBeTruthy()
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

  it('refuses nothing on a lease on which nothing stands', () => {
    expect(beginnings.map((begins) => refusalOf(runningLease, begins))).toEqual(beginnings.map(() => null))
  })

  it('names a claim that was denied, called off or settled to nobody', () => {
    for (const step of ['REPAIRED', 'REPLACED', 'DENIED', 'CANCELLED'] as const)
      expect(standingsOf({ ...runningLease, claims: [claimAt(step)] })).toEqual([])
  })
})
