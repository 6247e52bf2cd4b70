import { type Cents, splitEvenly, sumCents, vatTotals } from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { PricedLine } from './lines.ts'

/** A line of an invoice with what earlier credit notes have taken from it (as positive amounts). */
export interface CreditableLine extends PricedLine {
  readonly id: string
  readonly creditedGrossCents: Cents
  readonly creditedNetCents: Cents
}

/** Which line to credit and by how much; without an amount all that is left of it. */
export interface CreditChoice {
  readonly lineId: string
  readonly grossCents?: Cents
}

export type CreditRefusal = 'LINE_UNKNOWN' | 'LINE_TWICE' | 'NOTHING_LEFT' | 'MORE_THAN_LEFT'

export type CreditPlan<L> =
  | { readonly ok: true; readonly lines: readonly { line: L; grossCents: Cents; netCents: Cents }[] }
  | { readonly ok: false; readonly code: CreditRefusal; readonly index: number }

/**
 * Plans a credit note: all that is left of the invoice, or of the chosen lines. What is left of a line is credited with
 * exactly its left net, so that the credit notes of an invoice that is credited whole are its exact negative.
 */
export function planCredit<L extends CreditableLine>(
  lines: readonly L[],
  choices?: readonly CreditChoice[],
): CreditPlan<L> {
  const all: readonly CreditChoice[] =
    choices ?? lines.filter((line) => left(line) !== 0).map((line) => ({ lineId: line.id }))
  if (all.length === 0) return { ok: false, code: 'NOTHING_LEFT', index: 0 }
  const planned = []
  for (const [index, choice] of all.entries()) {
    const line = lines.find(({ id }) => id === choice.lineId)
    if (!line) return { ok: false, code: 'LINE_UNKNOWN', index }
    if (all.findIndex(({ lineId }) => lineId === line.id) !== index) return { ok: false, code: 'LINE_TWICE', index }
    const grossCents = choice.grossCents ?? left(line)
    if (left(line) === 0 || grossCents === 0) return { ok: false, code: 'NOTHING_LEFT', index }
    if (Math.sign(grossCents) !== Math.sign(left(line)) || Math.abs(grossCents) > Math.abs(left(line)))
      return { ok: false, code: 'MORE_THAN_LEFT', index }
    planned.push({ line, grossCents: -grossCents, netCents: -netOf(line, grossCents) })
  }
  return { ok: true, lines: planned }
}

const left = (line: CreditableLine): Cents => line.grossCents - line.creditedGrossCents

function netOf(line: CreditableLine, grossCents: Cents): Cents {
  if (grossCents === left(line)) return line.netCents - line.creditedNetCents
  return sumCents([vatTotals([{ grossCents, vatBasisPoints: line.vatBasisPoints }]).netCents])
}

/** What is left of an invoice at one rate of VAT, credits taken off. */
export interface LeftAtRate {
  readonly vatBasisPoints: number
  readonly grossCents: Cents
  readonly netCents: Cents
}

/**
 * A credit of a part of what is left of an invoice with one rate or several: shared out over the rates by what is left at
 * each, as positive amounts. All that is left is credited with exactly its nets.
 */
export function creditByRate(left: readonly LeftAtRate[], totalCents: Cents): LeftAtRate[] {
  const rates = left.filter(({ grossCents }) => grossCents > 0)
  if (totalCents === sumCents(rates.map(({ grossCents }) => grossCents))) return rates
  const shares = splitEvenly(
    totalCents,
    rates.map(({ grossCents }) => grossCents),
  )
  return rates.flatMap(({ vatBasisPoints }, index) => {
    const grossCents = present(shares[index])
    const { netCents } = vatTotals([{ grossCents, vatBasisPoints }])
    return grossCents === 0 ? [] : [{ vatBasisPoints, grossCents, netCents }]
  })
}
