import { describe, expect, it } from 'vitest'
import { returnReasons } from '../rules.ts'
import { isFeeOnOthersWord, isPossibleEnd, mayPay, partsOf, possibleEnds, usualPayer } from './terms.ts'

const lease = { startDay: '2026-01-01', endDay: '2027-02-28', noticeDay: 20 }

describe('the month at whose end a return ends a lease', () => {
  it('is this one until the notice day and the next after it', () => {
    expect([isPossibleEnd(lease, '2026-11', '2026-11-20'), isPossibleEnd(lease, '2026-11', '2026-11-21')]).toEqual([
      true,
      false,
    ])
    expect(possibleEnds(lease, '2026-11-21')).toEqual(['2026-12', '2027-01', '2027-02'])
  })

  it('is none after the term, and a year ahead at most', () => {
    expect(possibleEnds(lease, '2027-02-21')).toEqual([])
    expect(possibleEnds({ ...lease, endDay: '2030-01-31' }, '2026-11-01')).toHaveLength(12)
  })
})

it('is paid by whoever has ended the employment; the person only where the list says so', () => {
  expect(returnReasons.map((reason) => [reason, usualPayer(reason, 'EMPLOYEE', false)])).toEqual([
    ['RESIGNED', 'EMPLOYEE'],
    ['DISMISSED', 'EMPLOYER'],
    ['LAID_OFF', 'EMPLOYER'],
    ['OTHER', 'EMPLOYEE'],
    ['TERM_OVER', 'EMPLOYER'],
  ])
  expect(mayPay('EMPLOYEE', 'DISMISSED', 'EMPLOYEE', false)).toBe(false)
  expect(mayPay('SHARED', 'LAID_OFF', 'EMPLOYEE', false)).toBe(false)
  expect(mayPay('EMPLOYER', 'RESIGNED', 'EMPLOYEE', false)).toBe(true)
  // What the employer wishes for another reason is not the person's wish.
  expect([usualPayer('OTHER', 'EMPLOYER', false), usualPayer('OTHER', 'STAFF', false)]).toEqual([
    'EMPLOYER',
    'EMPLOYEE',
  ])
  expect(mayPay('EMPLOYEE', 'OTHER', 'EMPLOYER', false)).toBe(false)
})

it('is shared to the cent', () => {
  expect(partsOf(34_901, 'SHARED')).toEqual({ personCents: 17_450, employerCents: 17_451 })
  expect(partsOf(34_900, 'EMPLOYEE')).toEqual({ personCents: 34_900, employerCents: 0 })
  expect(partsOf(34_900, 'EMPLOYER')).toEqual({ personCents: 0, employerCents: 34_900 })
})

it('is on the word of others where somebody else has named the reason and the person pays a part', () => {
  const fee = { payer: 'SHARED', askedBy: 'EMPLOYER', feeCents: 34_900 } as const
  expect(isFeeOnOthersWord(fee)).toBe(true)
  expect(isFeeOnOthersWord({ ...fee, askedBy: 'EMPLOYEE' })).toBe(false)
  expect(isFeeOnOthersWord({ ...fee, payer: 'EMPLOYER' })).toBe(false)
})
