import { describe, expect, it } from 'vitest'
import { runningLease as lease } from '#testing/lease-facts.ts'
import { releasedCents, serviceObstacle, shownCode, typedCode, voucherCode } from './rules.ts'

const terms = { cents: 40_000, months: 40, release: 'WHOLE', daysAfter: 0 } as const
const asked = (more: Partial<typeof lease>, day = '2026-06-15', daysAfter = 0) =>
  serviceObstacle({ ...terms, daysAfter }, { ...lease, ...more }, { day, leftCents: 1 })

describe('the released sum', () => {
  it('is the whole at once, or the shares of the years that have begun', () => {
    const yearly = { ...terms, release: 'YEARLY' } as const
    expect(releasedCents(terms, '2026-01-01', '2026-01-01')).toBe(40_000)
    expect(releasedCents(terms, '2026-01-01', '2025-12-31')).toBe(0)
    expect(releasedCents(terms, null, '2026-05-01')).toBe(0)
    expect(releasedCents(yearly, '2026-01-01', '2026-12-31')).toBe(12_000)
    expect(releasedCents(yearly, '2026-01-01', '2027-01-01')).toBe(24_000)
    expect(releasedCents(yearly, '2026-01-01', '2029-01-01')).toBe(40_000)
    expect(releasedCents({ ...yearly, cents: 40_001 }, '2026-01-01', '2026-06-15')).toBe(12_000)
  })
})

describe('the service of a lease', () => {
  it('is there while the person has the bicycle, and not before the lease runs nor when nothing is left', () => {
    expect(asked({})).toBeNull()
    expect(asked({ leaseState: 'NOT_STARTED' })).toBe('NOT_STARTED')
    expect(serviceObstacle(terms, lease, { day: '2026-06-15', leftCents: 0 })).toBe('NOTHING_LEFT')
  })

  it('waits while the bicycle is lost, returned, kept, cancelled, or its company bankrupt', () => {
    const theft = { id: 'k', type: 'THEFT', step: 'OPEN', happenedDay: '2026-06-10' } as const
    expect(asked({ claims: [theft] })).toBe('NOT_WITH_PERSON')
    expect(asked({ claims: [theft] }, '2026-06-09')).toBeNull()
    expect(asked({ claims: [{ ...theft, happenedDay: null }] })).toBe('NOT_WITH_PERSON')
    expect(asked({ keptFrom: '2026-06', bikeAt: 'EMPLOYER' })).toBe('NOT_WITH_PERSON')
    // One that the employer keeps may stand at the person's home.
    expect(asked({ keptFrom: '2026-06', bikeAt: 'EMPLOYEE' })).toBeNull()
    expect(asked({ cancellation: { id: 'c' } })).toBe('CANCELLATION')
    expect(asked({ exit: { id: 'x', kind: 'BANKRUPT', chooseUntil: '2026-07-01' } })).toBe('COMPANY_BANKRUPT')
    expect(asked({ exit: { id: 'x', kind: 'LEAVES', chooseUntil: '2026-07-01' } })).toBeNull()
  })

  it('lapses with the lease, and after a buy-out when the terms say so', () => {
    const ended = { leaseState: 'ENDED', endedDay: '2026-05-31' } as const
    expect(asked({ ...ended, endReason: 'TERM' }, '2026-06-01', 180)).toBe('LEASE_OVER')
    expect(asked({ ...ended, endReason: 'REDEEMED', bikeAt: 'SOLD' }, '2026-06-01')).toBe('LEASE_OVER')
    expect(asked({ ...ended, endReason: 'REDEEMED', bikeAt: 'SOLD' }, '2026-11-27', 180)).toBeNull()
    expect(asked({ ...ended, endReason: 'REDEEMED', bikeAt: 'SOLD' }, '2026-11-28', 180)).toBe('LEASE_OVER')
  })
})

it('makes codes of eight signs that are read back however they are typed', () => {
  const code = voucherCode(Uint8Array.from([0, 23, 24, 31, 32, 100, 200, 255]))
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
  expect(typedCode(` ${shownCode(code).toLowerCase()}-`)).toBe(code)
})
