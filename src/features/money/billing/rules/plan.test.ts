import { describe, expect, it } from 'vitest'
import {
  type BillableLease,
  type BilledMonth,
  type BilledSpan,
  expectedCents,
  monthsOfSpans,
  planLease,
} from './plan.ts'

const lease: BillableLease = {
  agreementId: 'a',
  isOperators: true,
  startDay: '2026-01-01',
  termEndDay: '2026-12-31',
  endDay: '2026-12-31',
  instalmentCents: 10_000,
  lastInstalmentCents: 5_000,
  adminFeeCents: 1_500,
  instalmentFrom: null,
}
const billed = (month: string, cents: number, kind: BilledMonth['kind'] = 'INSTALMENT'): BilledMonth => ({
  agreementId: 'a',
  kind,
  month,
  cents,
  basisPoints: 2_550,
  lineId: `${kind}-${month}`,
  lineLeftCents: cents,
})

describe('a month', () => {
  it('costs instalment and fee while the lease runs, the last instalment in the last month of the term', () => {
    const costs = ['2025-12', '2026-01', '2026-12', '2027-01'].map((month) => [
      expectedCents(lease, 'INSTALMENT', month),
      expectedCents(lease, 'FEE', month),
    ])
    expect(costs).toEqual([
      [0, 0],
      [10_000, 1_500],
      [5_000, 1_500],
      [0, 0],
    ])
  })

  it('costs the usual instalment in the last month of a lease that ends before its term', () => {
    expect(expectedCents({ ...lease, endDay: '2026-06-30' }, 'INSTALMENT', '2026-06')).toBe(10_000)
  })

  it('costs the employer what the person does not pay of it, and never less than nothing', () => {
    const absent = { ...lease, personMonths: [{ month: '2026-06', cents: 4_000 }] }
    expect(expectedCents(absent, 'INSTALMENT', '2026-06')).toBe(6_000)
    expect(expectedCents({ ...absent, instalmentCents: 3_000 }, 'INSTALMENT', '2026-06')).toBe(0)
  })

  it('costs the fee alone where another lessor bills the instalment', () => {
    expect(expectedCents({ ...lease, isOperators: false }, 'INSTALMENT', '2026-02')).toBe(0)
    expect(expectedCents({ ...lease, isOperators: false }, 'FEE', '2026-02')).toBe(1_500)
  })
})

describe('a run', () => {
  it('bills its month in advance, and nothing that is billed already', () => {
    const first = planLease(lease, [], { month: '2026-03', since: '2026-03' })
    expect(first.lines.map((line) => [line.kind, line.grossCents, line.correctsMonth])).toEqual([
      ['INSTALMENT', 10_000, null],
      ['FEE', 1_500, null],
    ])
    const again = planLease(lease, [billed('2026-03', 10_000), billed('2026-03', 1_500, 'FEE')], {
      month: '2026-03',
      since: '2026-03',
    })
    expect(again).toEqual({ lines: [], credits: [] })
  })

  it('bills a missed month by its name, and credits what was billed after an end', () => {
    const late = planLease(
      lease,
      [billed('2026-03', 1_500, 'FEE'), billed('2026-04', 1_500, 'FEE'), billed('2026-04', 10_000)],
      {
        month: '2026-04',
        since: '2026-03',
      },
    )
    expect(late.lines).toEqual([
      { agreementId: 'a', kind: 'INSTALMENT', month: '2026-03', grossCents: 10_000, correctsMonth: '2026-03' },
    ])
    const ended = planLease(
      { ...lease, endDay: '2026-03-31' },
      [billed('2026-04', 10_000), billed('2026-04', 1_500, 'FEE')],
      {
        month: '2026-05',
        since: '2026-04',
      },
    )
    expect(ended).toEqual({
      lines: [],
      credits: [
        { lineId: 'INSTALMENT-2026-04', grossCents: 10_000 },
        { lineId: 'FEE-2026-04', grossCents: 1_500 },
      ],
    })
  })

  it('takes what was billed too much off the lines that billed it, the latest first and none below nothing', () => {
    const rest = { ...billed('2026-03', 4_000), lineId: 'REST' }
    const before = [billed('2026-03', 10_000), rest, billed('2026-03', 1_500, 'FEE')]
    const { credits } = planLease({ ...lease, instalmentCents: 9_000 }, before, { month: '2026-03', since: '2026-03' })
    expect(credits).toEqual([
      { lineId: 'REST', grossCents: 4_000 },
      { lineId: 'INSTALMENT-2026-03', grossCents: 1_000 },
    ])
  })

  it('bills a month that was never billed at what it costs now, also before a changed instalment', () => {
    const changed = { ...lease, instalmentCents: 9_000, instalmentFrom: '2026-04-01', adminFeeCents: 0 }
    const { lines } = planLease(changed, [], { month: '2026-03', since: '2026-03' })
    expect(lines).toMatchObject([{ month: '2026-03', grossCents: 9_000 }])
  })

  it('leaves what was billed before a changed instalment, and corrects what was billed after it', () => {
    const changed = { ...lease, instalmentCents: 9_000, instalmentFrom: '2026-04-01' }
    const before = [billed('2026-03', 10_000), billed('2026-04', 10_000)]
    const { lines, credits } = planLease({ ...changed, adminFeeCents: 0 }, before, {
      month: '2026-05',
      since: '2026-03',
    })
    expect(credits).toEqual([{ lineId: 'INSTALMENT-2026-04', grossCents: 1_000 }])
    expect(lines).toMatchObject([{ month: '2026-05', grossCents: 9_000 }])
  })

  it('credits what was sent at another rate than its month has and bills it again, once and at one rate', () => {
    const run = { month: '2026-04', since: '2026-04', rates: new Map([['2026-04', 2_700]]) }
    const dearer = { ...lease, instalmentCents: 10_119, adminFeeCents: 0 }
    const old = billed('2026-04', 10_000)
    const wrong = planLease(dearer, [old], run)
    expect(wrong.credits).toEqual([{ lineId: old.lineId, grossCents: 10_000 }])
    expect(wrong.lines).toMatchObject([{ month: '2026-04', grossCents: 10_119 }])
    const drafted = { ...billed('2026-04', 10_119), lineId: 'new', lineLeftCents: 0, basisPoints: 2_700 }
    expect(planLease(dearer, [old, drafted], run)).toEqual({ lines: [], credits: wrong.credits })
    expect(planLease(dearer, [{ ...old, cents: 0, lineLeftCents: 0 }, drafted], run)).toEqual({
      lines: [],
      credits: [],
    })
    expect(planLease({ ...dearer, instalmentFrom: '2026-05-01' }, [old], run)).toEqual({ lines: [], credits: [] })
  })
})

describe('months that were billed alike', () => {
  const span = (first: string, last: string, months: number, cents = 10_000): BilledSpan => ({
    agreementId: 'a',
    kind: 'INSTALMENT',
    cents,
    basisPoints: 2_550,
    first,
    last,
    months,
  })

  it('say the same of what is still to be billed as each month by itself', () => {
    const run = { month: '2026-03', since: '2025-11' }
    const months = ['2025-11', '2025-12', '2026-01'].map((month) => billed(month, 10_000))
    const older = { ...lease, startDay: '2025-11-01' }
    const spans = monthsOfSpans([span('2025-11', '2026-01', 3), span('2026-02', '2026-02', 1, 4_000)])!
    const single = [...months, billed('2026-02', 4_000)]
    expect(spans.map(({ month, cents }) => [month, cents])).toEqual(single.map(({ month, cents }) => [month, cents]))
    expect(planLease(older, spans, run)).toEqual(planLease(older, single, run))
  })

  it('are no months where one between them has another sum', () => {
    expect(monthsOfSpans([span('2026-01', '2026-04', 3)])).toBeNull()
    expect(monthsOfSpans([span('2026-01', '2026-04', 3), span('2026-03', '2026-03', 1, 4_000)])).toBeNull()
  })

  it('show that money goes back, for which the lines are read', () => {
    const { credits } = planLease({ ...lease, endDay: '2026-02-28' }, monthsOfSpans([span('2026-01', '2026-03', 3)])!, {
      month: '2026-03',
      since: '2026-01',
    })
    expect(credits).not.toEqual([])
  })
})
