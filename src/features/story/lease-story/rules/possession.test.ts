import { describe, expect, it } from 'vitest'
import { buyOutAt, claimAt, returnAt, runningLease } from '#testing/lease-facts.ts'
import type { LeaseFacts } from '../facts.ts'
import { holderOn, possessionOf } from './possession.ts'

const of = (facts: Partial<LeaseFacts>) =>
  possessionOf({ ...runningLease, ...facts }).map(({ holder, from, to }) => [holder, from, to])

describe('who has the bicycle', () => {
  it('is the person from its hand-over on, before the lease has begun too', () => {
    expect(of({})).toEqual([['EMPLOYEE', '2025-12-19', null]])
    expect(of({ leaseState: 'NOT_STARTED', startDay: null })).toEqual([['EMPLOYEE', '2025-12-19', null]])
  })

  it('is the person from the first day of a lease that was taken over', () => {
    expect(of({ deliveryDay: null })).toEqual([['EMPLOYEE', '2026-01-01', null]])
  })

  it('is nobody before the hand-over', () => {
    expect(of({ deliveryDay: null, startDay: null })).toEqual([])
    expect(holderOn(runningLease, '2025-12-18')).toBeNull()
  })

  it('is whoever had it before on the last day before another has it', () => {
    const kept = { ...runningLease, keptFrom: '2026-09', bikeAt: 'EMPLOYER' } as const
    expect([holderOn(kept, '2026-08-31'), holderOn(kept, '2026-09-01')]).toEqual(['EMPLOYEE', 'EMPLOYER'])
  })

  it('is the employer from the month from which it keeps it, unless it stays at the person’s home', () => {
    expect(of({ keptFrom: '2026-09', bikeAt: 'EMPLOYER' })).toEqual([
      ['EMPLOYEE', '2025-12-19', '2026-08-31'],
      ['EMPLOYER', '2026-09-01', null],
    ])
    expect(of({ keptFrom: '2026-09', bikeAt: 'EMPLOYEE' })).toEqual([['EMPLOYEE', '2025-12-19', null]])
  })

  it('is nobody from the day of a theft, and the person again where the claim is called off', () => {
    expect(of({ claims: [claimAt('SENT_TO_INSURER')] })).toEqual([
      ['EMPLOYEE', '2025-12-19', '2026-06-02'],
      ['NOBODY', '2026-06-03', null],
    ])
    expect(of({ claims: [claimAt('CANCELLED')] })).toEqual([['EMPLOYEE', '2025-12-19', null]])
    expect(of({ claims: [claimAt('OPEN', 'DAMAGE')] })).toEqual([['EMPLOYEE', '2025-12-19', null]])
  })

  it('is the store from the day on which a return came in', () => {
    expect(of({ return: returnAt('RECEIVED') })).toEqual([
      ['EMPLOYEE', '2025-12-19', '2026-07-19'],
      ['STORE', '2026-07-20', null],
    ])
    expect(of({ return: returnAt('APPROVED') })).toHaveLength(1)
  })

  it('is the owner from the day after a buy-out', () => {
    const bought = of({ endReason: 'REDEEMED', endedDay: '2026-07-31', bikeAt: 'SOLD', buyOut: buyOutAt('DONE') })
    expect(bought.at(-1)).toEqual(['OWNER', '2026-08-01', null])
  })

  it('has no gap and no overlap, whatever comes together', () => {
    const periods = possessionOf({
      ...runningLease,
      keptFrom: '2026-05',
      bikeAt: 'STORE',
      return: returnAt('DONE'),
      claims: [claimAt('REPLACED')],
    })
    expect(periods.map(({ holder }) => holder)).toEqual(['EMPLOYEE', 'EMPLOYER', 'STORE'])
    for (const [index, { to }] of periods.entries()) expect(to === null).toBe(index === periods.length - 1)
  })
})
