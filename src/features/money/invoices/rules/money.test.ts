import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumCents, vatTotals } from '#platform/values/money.ts'
import { invoiceStatuses } from '../rules.ts'
import { type CreditableLine, planCredit } from './credit.ts'
import { postedGroups, priceLines, vatBasisOf } from './lines.ts'
import { postingsOfInvoice, postingsOfPayment } from './posting.ts'
import { type LedgerPayment, openCents, settlementOf, statusOf } from './settlement.ts'
import { invoiceSteps, stepBetween } from './steps.ts'

let made = 0
const payment = (amountCents: number, more: Partial<LedgerPayment> = {}): LedgerPayment => {
  made += 1
  return { id: `p${made}`, direction: 'IN', amountCents, method: 'BANK', reversesPaymentId: null, ...more }
}
const sales = (totalCents: number, creditedCents: number, payments: LedgerPayment[]) => ({
  direction: 'SALES' as const,
  stage: 'SENT' as const,
  totalCents,
  creditedCents,
  payments,
})

describe('the status of a sent invoice', () => {
  it('follows its payments', () => {
    const part = payment(150)
    const rest = payment(250)
    expect(statusOf(sales(400, 0, []))).toBe('SENT')
    expect(statusOf(sales(400, 0, [part]))).toBe('PARTLY_PAID')
    expect(statusOf(sales(400, 0, [part, rest]))).toBe('PAID')
    expect(statusOf(sales(400, 0, [part, payment(250, { method: 'MANUAL' })]))).toBe('MARKED_PAID')
  })

  it('goes back when a payment is reversed', () => {
    const paid = payment(400)
    const reversal = payment(-400, { reversesPaymentId: paid.id })
    expect(statusOf(sales(400, 0, [paid, reversal]))).toBe('SENT')
  })

  it('stays SENT when all of it is credited and nothing was paid', () => {
    expect(statusOf(sales(400, 400, []))).toBe('SENT')
    expect(settlement(400, 400, [])).toBe('CREDITED')
  })

  it('tells what is to be repaid: 400 with 150 paid and all credited, 100 paid with 120', () => {
    const repaid = [payment(150), payment(150, { direction: 'OUT' })]
    expect(openCents(sales(400, 400, [payment(150)]))).toBe(-150)
    expect(settlement(400, 400, [payment(150)])).toBe('TO_REPAY')
    expect(openCents(sales(400, 400, repaid))).toBe(0)
    expect(statusOf(sales(400, 400, repaid))).toBe('PAID')
    expect(openCents(sales(100, 0, [payment(120)]))).toBe(-20)
  })

  it('does not turn a purchase paid before a payment stands', () => {
    const invoice = { ...sales(300, 0, []), direction: 'PURCHASE' as const, stage: 'PAYMENT_SENT_TO_BANK' as const }
    expect(statusOf(invoice)).toBe('PAYMENT_SENT_TO_BANK')
    expect(statusOf({ ...invoice, payments: [payment(300, { direction: 'OUT' })] })).toBe('PAID')
  })
})

const settlement = (totalCents: number, creditedCents: number, payments: LedgerPayment[]) =>
  settlementOf(
    {
      stage: 'SENT',
      openCents: openCents(sales(totalCents, creditedCents, payments)),
      creditedCents,
      totalCents,
      dueDay: '2026-01-01',
    },
    '2026-01-02',
  )

describe('the steps', () => {
  it('reach every status of the specification, with those that payments give and those that an import begins', () => {
    const begun = ['RECEIVED', 'STARTED', 'UNSAVED', 'UNFINISHED']
    const byPayments = ['PAID', 'PARTLY_PAID', 'MARKED_PAID']
    const reached = new Set([...begun, ...byPayments, ...invoiceSteps.map((step) => step.to)])
    expect([...reached].toSorted()).toEqual([...invoiceStatuses].toSorted())
  })

  it('never take a sent invoice back', () => {
    for (const step of invoiceSteps) expect(step.from).not.toContain('SENT')
  })

  it('are taken only by whom the table names', () => {
    const queued = { direction: 'PURCHASE' as const, stage: 'APPROVED' as const }
    expect(stepBetween(queued, 'PAYMENT_QUEUED', 'BANK')?.name).toBe('QUEUE')
    expect(stepBetween(queued, 'PAYMENT_QUEUED', 'STAFF')).toBeNull()
  })
})

const grossLine = fc.record({
  purpose: fc.constantFrom('INSTALMENT' as const, 'FEE' as const, 'DEDUCTIBLE' as const),
  grossCents: fc.integer({ min: -300_000, max: 900_000 }),
  vatBasisPoints: fc.constantFrom(0, 1000, 1350, 1400, 2550),
})
const grossLines = fc.array(grossLine, { minLength: 1, maxLength: 12 })

describe('lines', () => {
  it('keep their gross, and their nets add up to the net of each rate', () => {
    fc.assert(
      fc.property(grossLines, (lines) => {
        const priced = priceLines(lines)
        const totals = vatTotals(lines.map(({ grossCents, vatBasisPoints }) => ({ grossCents, vatBasisPoints })))
        expect(sumCents(priced.lines.map((line) => line.netCents))).toBe(totals.netCents)
        for (const group of totals.groups) {
          const own = priced.lines.filter((line) => line.vatBasisPoints === group.vatBasisPoints)
          expect(sumCents(own.map((line) => line.netCents))).toBe(group.netCents)
        }
      }),
    )
  })

  it('are posted in balance, and a credit note of what is left is the exact negative', () => {
    fc.assert(
      fc.property(grossLines, fc.nat(11), fc.integer({ min: 1, max: 99 }), (lines, chosen, percent) => {
        const { lines: priced, groups } = priceLines(lines)
        expect(sumCents(postingsOfInvoice('SALES', groups).map((posting) => posting.amountCents))).toBe(0)
        const left: CreditableLine[] = priced.map((line, index) => ({
          ...line,
          id: `${index}`,
          creditedGrossCents: 0,
          creditedNetCents: 0,
        }))
        const target = left[chosen % left.length]!
        const part = Math.trunc((target.grossCents * percent) / 100)
        const first = part === 0 ? null : planCredit(left, [{ lineId: target.id, grossCents: part }])
        if (first?.ok)
          for (const { line, grossCents, netCents } of first.lines)
            left[Number(line.id)] = { ...line, creditedGrossCents: -grossCents, creditedNetCents: -netCents }
        const rest = planCredit(left)
        const credited = [...(first?.ok ? first.lines : []), ...(rest.ok ? rest.lines : [])]
        const negative = (field: 'grossCents' | 'netCents') =>
          sumCents(credited.map((line) => line[field])) + sumCents(priced.map((line) => line[field]))
        expect(negative('grossCents')).toBe(0)
        const zeroGross = sumCents(priced.filter((line) => line.grossCents === 0).map((line) => line.netCents))
        expect(negative('netCents')).toBe(zeroGross)
        const own = credited.map(({ line, grossCents, netCents }) => ({ ...line, grossCents, netCents }))
        expect(sumCents(postingsOfInvoice('SALES', postedGroups(own)).map((p) => p.amountCents))).toBe(0)
      }),
    )
  })

  it('are not credited twice, nor beyond what is left', () => {
    const line = { id: 'a', purpose: 'FEE' as const, grossCents: 100, netCents: 80, vatBasisPoints: 2550 }
    const half = { ...line, creditedGrossCents: 60, creditedNetCents: 48 }
    expect(planCredit([half], [{ lineId: 'a', grossCents: 41 }])).toMatchObject({ code: 'MORE_THAN_LEFT' })
    expect(planCredit([half], [{ lineId: 'b' }])).toMatchObject({ code: 'LINE_UNKNOWN' })
    expect(planCredit([half], [{ lineId: 'a' }, { lineId: 'a' }])).toMatchObject({ code: 'LINE_TWICE' })
    expect(planCredit([{ ...half, creditedGrossCents: 100 }])).toMatchObject({ code: 'NOTHING_LEFT' })
  })
})

it.each([
  ['IN', 'SALES', 'RECEIVABLES', 123],
  ['OUT', 'SALES', 'RECEIVABLES', -123],
  ['OUT', 'PURCHASE', 'PAYABLES', -123],
  ['IN', null, 'PREPAYMENTS', 123],
] as const)(
  'a payment %s for %s stands on the bank’s account and against %s',
  (direction, invoiceDirection, account, cents) => {
    expect(postingsOfPayment({ direction, invoiceDirection, amountCents: 123, method: 'BANK' })).toEqual([
      { account: 'BANK', amountCents: cents, vatBasisPoints: null },
      { account, amountCents: -cents, vatBasisPoints: null },
    ])
  },
)

it('is open on its due day and overdue from the next one on', () => {
  const bill = { stage: 'SENT' as const, openCents: 1, creditedCents: 0, totalCents: 1, dueDay: '2026-01-01' }
  expect([settlementOf(bill, '2026-01-01'), settlementOf(bill, '2026-01-02')]).toEqual(['OPEN', 'OVERDUE'])
})

it('has the VAT of its net where it keeps a rounding, also one of nothing', () => {
  expect([vatBasisOf(0), vatBasisOf(1), vatBasisOf(null)]).toEqual(['NET', 'NET', 'GROSS'])
})
