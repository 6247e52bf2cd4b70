import { describe, expect, it } from 'vitest'
import { SLOW_MS } from '#platform/values/slow-hours.ts'
import { countingProof, isPrivateAddress, type ProposalFacts, signingClosedUntil, takesEffect } from './rules.ts'

const now = new Date('2026-11-22T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const later = (ms: number) => new Date(now.getTime() + ms)
const day = 86_400_000

const nobody: ProposalFacts = {
  changesAddress: true,
  newConfirmed: false,
  oldConfirmed: false,
  byStaff: false,
  needsSecondStaff: false,
  secondStaffConfirmed: false,
  takesEffectAt: later(1),
}

describe('a proposal', () => {
  it.each<[boolean, string, Partial<ProposalFacts>]>([
    [false, 'of an address that nobody confirmed, before its time', {}],
    [true, 'whose 72 hours have passed', { takesEffectAt: now }],
    [false, 'that the old mailbox alone confirmed', { oldConfirmed: true }],
    [false, 'that the new mailbox alone confirmed', { newConfirmed: true }],
    [true, 'that both mailboxes confirmed', { oldConfirmed: true, newConfirmed: true }],
    [true, 'of a number, that its person confirmed', { changesAddress: false, oldConfirmed: true }],
    [
      false,
      'of staff, that waits for a second of them, whatever time passes',
      { needsSecondStaff: true, takesEffectAt: ago(day) },
    ],
    [
      true,
      'of staff, that a second of them confirmed',
      { needsSecondStaff: true, secondStaffConfirmed: true, takesEffectAt: null },
    ],
    [false, 'without a time', { takesEffectAt: null }],
  ])('is in effect: %s, %s', (expected, _, facts) => {
    expect(takesEffect({ ...nobody, ...facts }, now)).toBe(expected)
  })
})

describe('signing', () => {
  it.each([
    ['open without a past', { changedAt: null, recoveredAt: null, proofsFrom: [] }, null],
    [
      'closed for 72 hours after another’s change',
      { changedAt: ago(day), recoveredAt: null, proofsFrom: [ago(9 * day)] },
      later(2 * day),
    ],
    [
      'closed for 72 hours after a recovery by mail alone',
      { changedAt: null, recoveredAt: ago(day), proofsFrom: [] },
      later(2 * day),
    ],
    [
      'closed after a recovery with a proof added since',
      { changedAt: null, recoveredAt: ago(day), proofsFrom: [ago(1)] },
      later(2 * day),
    ],
    [
      'open after a recovery with an older proof',
      { changedAt: null, recoveredAt: ago(day), proofsFrom: [ago(2 * day)] },
      null,
    ],
    ['closed by the later of two', { changedAt: ago(2 * day), recoveredAt: ago(day), proofsFrom: [] }, later(2 * day)],
    ['open again when 72 hours have passed', { changedAt: ago(SLOW_MS), recoveredAt: null, proofsFrom: [] }, null],
  ] as const)('is %s', (_, past, until) => {
    expect(signingClosedUntil(past, now)).toEqual(until)
  })

  it('is confirmed by a number before an address, and by nothing that counts only later', () => {
    const proof = (via: 'SMS' | 'EMAIL', countsFrom: Date) => ({ via, since: ago(day), countsFrom })
    expect(countingProof([proof('EMAIL', ago(1)), proof('SMS', now)], now)?.via).toBe('SMS')
    expect(countingProof([proof('EMAIL', ago(1)), proof('SMS', later(1))], now)?.via).toBe('EMAIL')
    expect(countingProof([proof('SMS', later(1))], now)).toBeNull()
  })

  it('takes no address of a house that hosts the work mailbox, in any case of letters', () => {
    expect(isPrivateAddress('oma@koti.example', ['tyo@yritys.example'])).toBe(true)
    expect(isPrivateAddress('oma@YRITYS.example', ['tyo@yritys.example'])).toBe(false)
  })
})
