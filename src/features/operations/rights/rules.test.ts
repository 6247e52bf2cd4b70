import { describe, expect, it } from 'vitest'
import {
  answerBy,
  extendedTo,
  keepingOf,
  mayExtend,
  mayWithdraw,
  nextLook,
  type PersonFacts,
  runningThings,
} from './rules.ts'

const today = '2026-11-28'
const nothing: PersonFacts = { running: [], hasRole: false, contractEnd: null, moneyEnd: null }
const keeps = (of: Parameters<typeof keepingOf>[0], facts: Partial<PersonFacts>, day = today) =>
  keepingOf(of, { ...nothing, ...facts }, day)

describe('what keeps a class of a person’s data', () => {
  it.each(runningThings)(
    'is %s while that is under way, for account, employment, agreements and books alike',
    (thing) => {
      for (const name of ['account', 'employment', 'contract', 'bookkeeping'] as const)
        expect(keeps(name, { running: [thing] })).toEqual({ reason: 'RUNNING', until: null })
      for (const name of ['message', 'contact-form', 'expiry'] as const)
        expect(keeps(name, { running: [thing] })).toBeNull()
    },
  )

  it('is the limitation of claims for agreements: three years from their end, that day included', () => {
    const facts = { contractEnd: '2024-02-29' }
    expect(keeps('contract', facts, '2027-02-28')).toEqual({ reason: 'LIMITATION', until: '2027-02-28' })
    expect(keeps('contract', facts, '2027-03-01')).toBeNull()
  })

  it('is the Accounting Act for the books: six years from the end of the year of the last entry', () => {
    const facts = { contractEnd: '2020-03-01', moneyEnd: '2020-06-30' }
    expect(keeps('bookkeeping', facts)).toEqual({ reason: 'BOOKKEEPING', until: '2026-12-31' })
    expect(keeps('bookkeeping', facts, '2027-01-01')).toBeNull()
  })

  it('is a role for the account, the register for its contact, and the record for good', () => {
    expect(keeps('account', { hasRole: true })).toEqual({ reason: 'ROLE', until: null })
    expect(keeps('register', {})).toEqual({ reason: 'REGISTER', until: null })
    expect(keeps('event', {})).toEqual({ reason: 'RECORD', until: null })
  })

  it('is nothing for somebody who never agreed on anything', () => {
    for (const name of ['account', 'employment', 'contract', 'bookkeeping', 'message'] as const)
      expect(keeps(name, {})).toBeNull()
  })
})

it('the next look is tomorrow for what may end any day, else the day after the first that ends, and none for good', () => {
  const running = { reason: 'RUNNING', until: null } as const
  const record = { reason: 'RECORD', until: null } as const
  const books = { reason: 'BOOKKEEPING', until: '2032-12-31' } as const
  const limitation = { reason: 'LIMITATION', until: '2029-11-28' } as const
  expect(nextLook([running, books], today)).toBe('2026-11-29')
  expect(nextLook([{ reason: 'ROLE', until: null }, books], today)).toBe('2026-11-29')
  expect(nextLook([books, limitation, record], today)).toBe('2029-11-29')
  expect(nextLook([record], today)).toBeNull()
})

it('an answer is due within a month and may be put off once by two', () => {
  expect(answerBy('2026-01-31')).toBe('2026-02-28')
  expect(extendedTo('2026-02-28')).toBe('2026-04-28')
  const open = { kind: 'CORRECTION', state: 'OPEN' } as const
  expect([mayExtend({ ...open, isExtended: false }), mayExtend({ ...open, isExtended: true })]).toEqual([true, false])
})

it('a request is taken back before it is done, and a restriction or an objection after it too', () => {
  const may = (kind: Parameters<typeof mayWithdraw>[0]['kind'], state: Parameters<typeof mayWithdraw>[0]['state']) =>
    mayWithdraw({ kind, state, isExtended: false })
  expect([
    may('ERASURE', 'ERASING'),
    may('ERASURE', 'DONE'),
    may('RESTRICTION', 'DONE'),
    may('OBJECTION', 'REFUSED'),
  ]).toEqual([true, false, true, false])
})
