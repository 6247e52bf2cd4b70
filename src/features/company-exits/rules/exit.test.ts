import { describe, expect, it } from 'vitest'
import { choiceOf, chooseUntil, type ExitLease, stageOf } from './exit.ts'

const running: ExitLease = { leaseState: 'ACTIVE', endReason: null, endsAs: null, bikeAt: 'EMPLOYEE', ending: null }
const ended = (of: Partial<ExitLease>): ExitLease => ({ ...running, leaseState: 'ENDED', ...of })

describe('the time to choose', () => {
  it('is thirty days from the day of the exit, from today when that is past', () => {
    expect(chooseUntil('2026-12-01', '2026-11-22')).toBe('2026-12-31')
    expect(chooseUntil('2026-10-01', '2026-11-22')).toBe('2026-12-22')
  })
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
  ] as const)('%j: %s, %s', (lease, choice, stage) => {
    expect([choiceOf(lease), stageOf(lease)]).toEqual([choice, stage])
  })
})
