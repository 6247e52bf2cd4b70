import { describe, expect, it } from 'vitest'
import { choiceOf, chooseUntil, type ExitLease, mergeStart, stageOf } from './exit.ts'

const running: ExitLease = {
  leaseState: 'ACTIVE',
  endReason: null,
  endsAs: null,
  bikeAt: 'EMPLOYEE',
  ending: null,
  isOnItsWay: false,
}
const ended = (of: Partial<ExitLease>): ExitLease => ({ ...running, leaseState: 'ENDED', ...of })

describe('the time to choose', () => {
  it('is thirty days from the day of the exit, from today when that is past', () => {
    expect(chooseUntil('2026-12-01', '2026-11-22')).toBe('2026-12-31')
    expect(chooseUntil('2026-10-01', '2026-11-22')).toBe('2026-12-22')
  })
})

it.each([
  ['2026-12-01', '2026-12-01'],
  ['2026-12-02', '2027-01-01'],
  ['2026-10-15', '2026-12-01'],
  ['2026-11-01', '2026-12-01'],
])('a merger of %s, marked on 22 November 2026, moves the leases on %s', (fromDay, start) => {
  expect(mergeStart(fromDay, '2026-11-22')).toBe(start)
})

describe('a lease of a company that leaves', () => {
  it.each([
    [running, null, 'OPEN'],
    [{ ...running, ending: 'REDEMPTION' }, null, 'OPEN'],
    [{ ...running, ending: 'REDEMPTION', endsAs: 'REDEEMED' }, 'REDEEM', 'CHOSEN'],
    [{ ...running, ending: 'RETURN' }, 'RETURN', 'CHOSEN'],
    [{ ...running, ending: 'TRANSFER' }, 'TRANSFER', 'CHOSEN'],
    [{ ...running, ending: 'TAKEBACK', endsAs: 'RETURNED' }, 'TAKEN_BACK', 'CHOSEN'],
    [{ ...running, ending: 'STAFF', endsAs: 'RETURNED' }, 'RETURN', 'CHOSEN'],
    [{ ...running, ending: 'CANCELLATION' }, 'OTHER', 'CHOSEN'],
    [ended({ endReason: 'REDEEMED', bikeAt: 'SOLD' }), 'REDEEM', 'SETTLED'],
    [ended({ endReason: 'RETURNED', bikeAt: 'STORE' }), 'RETURN', 'SETTLED'],
    [ended({ endReason: 'RETURNED', ending: 'TAKEBACK' }), 'TAKEN_BACK', 'ENDED'],
    [ended({ endReason: 'RETURNED', ending: 'TAKEBACK', bikeAt: 'LESSOR' }), 'TAKEN_BACK', 'SETTLED'],
    [ended({ endReason: 'TERM' }), 'OTHER', 'ENDED'],
    [ended({ endReason: 'TRANSFERRED' }), 'TRANSFER', 'SETTLED'],
    [ended({ endReason: 'TRANSFERRED', isOnItsWay: true }), 'TRANSFER', 'CHOSEN'],
  ] as const)('%j: %s, %s', (lease, choice, stage) => {
    expect([choiceOf(lease), stageOf(lease)]).toEqual([choice, stage])
  })
})
