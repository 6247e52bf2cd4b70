import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#platform/values/days.ts'
import { type ChainLink, judgeChain, proofOf } from './statements.ts'

const link = (
  id: string,
  toDay: string,
  [opening, booked, closing]: [number, number, number],
  fromDay = toDay,
): ChainLink => ({
  id,
  fromDay,
  toDay,
  openingCents: opening,
  bookedCents: booked,
  closingCents: closing,
})
const problemsOf = (...links: ChainLink[]) => Object.fromEntries(judgeChain(links))

describe('the chain of an account’s statements', () => {
  it('fits when each opening is the last closing and the entries come to the closing', () => {
    expect(problemsOf(link('1', '2026-11-20', [0, 50, 50]), link('2', '2026-11-24', [50, -70, -20]))).toEqual({
      '1': [],
      '2': [],
    })
  })

  it('names what a statement’s own sums lack', () => {
    expect(problemsOf(link('1', '2026-11-20', [1_000, 20_000, 1_000]))).toEqual({ '1': ['SUM_DIFFERS'] })
  })

  it('has a gap where money is missing between two days, until the statement between has come', () => {
    const [first, second, third] = [
      link('1', '2026-11-20', [0, 50, 50]),
      link('2', '2026-11-21', [50, 5, 55]),
      link('3', '2026-11-22', [55, 1, 56]),
    ]
    expect(problemsOf(first, third)).toEqual({ '1': [], '3': ['GAP'] })
    expect(problemsOf(first, second, third)).toEqual({ '1': [], '2': [], '3': [] })
  })

  it('overlaps where days are told of twice', () => {
    const week = link('w', '2026-11-22', [0, 56, 56], '2026-11-20')
    expect(
      problemsOf(
        link('1', '2026-11-20', [0, 50, 50]),
        link('2', '2026-11-22', [50, 6, 56]),
        week,
        link('3', '2026-11-23', [56, 0, 56]),
      ),
    ).toEqual({ '1': [], '2': [], w: ['OVERLAP'], '3': [] })
  })

  it('overlaps where a statement begins on the last day that was told', () => {
    const next = link('2', '2026-11-21', [40, 5, 45], '2026-11-20')
    expect(problemsOf(link('1', '2026-11-20', [0, 50, 50]), next)).toEqual({ '1': [], '2': ['OVERLAP'] })
  })

  it('is the same whatever order the statements of one day came in', () => {
    const day = '2026-11-20'
    const before = link('0', '2026-11-19', [0, 7, 7])
    const parts = [link('a', day, [7, 3, 10]), link('b', day, [10, 5, 15]), link('c', day, [15, -2, 13])]
    fc.assert(
      fc.property(fc.shuffledSubarray(parts, { minLength: 3 }), (shuffled) => {
        expect([...judgeChain([before, ...shuffled]).values()]).toEqual([[], [], [], []])
      }),
    )
  })

  it('finds any one statement that is left out or changed', () => {
    const days = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 3, maxLength: 12 })
    fc.assert(
      fc.property(days, fc.nat(), fc.boolean(), (amounts, at, isLeftOut) => {
        let sum = 0
        const links = amounts.map((amount, index) => {
          sum += amount
          return link(String(index), addDays('2026-11-01', index), [sum - amount, amount, sum])
        })
        const inner = 1 + (at % (links.length - 2))
        const changed = links.map((one, index) =>
          index === inner ? { ...one, bookedCents: one.bookedCents + 1 } : one,
        )
        const told = isLeftOut ? links.filter((_one, index) => index !== inner) : changed
        expect([...judgeChain(told).values()].flat()).toEqual([isLeftOut ? 'GAP' : 'SUM_DIFFERS'])
      }),
    )
  })
})

it('calls a statement proven only by balances that fit, and explained only for what was explained', () => {
  const fits = { hasBalances: true, problems: [], explained: [] }
  expect(proofOf(fits)).toBe('PROVEN')
  expect(proofOf({ ...fits, hasBalances: false })).toBe('UNPROVEN')
  expect(proofOf({ ...fits, problems: ['GAP'] })).toBe('DIFFERS')
  expect(proofOf({ ...fits, problems: ['GAP'], explained: ['GAP'] })).toBe('EXPLAINED')
  expect(proofOf({ ...fits, problems: ['GAP', 'SUM_DIFFERS'], explained: ['GAP'] })).toBe('DIFFERS')
})
