import {
  type Cents,
  percentOf,
  splitEvenly,
  sumCents,
  type VatGroup,
  type VatTotals,
  vatTotals,
} from '#platform/values/money.ts'
import { present } from '#platform/values/present.ts'
import type { InvoicePurpose } from '../rules.ts'
import type { PostedGroup } from './posting.ts'

/** A line as it is billed: its price includes VAT. */
export interface GrossInvoiceLine {
  readonly purpose: InvoicePurpose
  readonly grossCents: Cents
  readonly vatBasisPoints: number
}

/** A line as it is stored: net and gross, so that the nets of a rate add up to the net of its group. */
export interface PricedLine extends GrossInvoiceLine {
  readonly netCents: Cents
}

/**
 * How an invoice's VAT follows from its lines. NET: it is the net of each rate × the rate (EN 16931, BR-CO-17), and the cent
 * that the gross differs by is a rounding. GROSS: it is what the gross has over the net, as sellers state their invoices
 * and as ours were billed before.
 */
export type VatBasis = 'NET' | 'GROSS'

/** How the VAT of a stored invoice follows, by the rounding that it keeps. */
export const vatBasisOf = (roundingCents: Cents | null): VatBasis => (roundingCents === null ? 'GROSS' : 'NET')

/**
 * Prices an invoice's lines: VAT is taken out of each rate's gross sum once, and the group's net is shared out over its lines
 * by their gross amounts, to the cent. A credit note's lines are negative. The groups' VAT is that of a seller's invoice.
 */
export function priceLines<L extends GrossInvoiceLine>(
  lines: readonly L[],
): { lines: (L & PricedLine)[]; totals: VatTotals; groups: PostedGroup[] } {
  const totals = vatTotals(lines.map(({ grossCents, vatBasisPoints }) => ({ grossCents, vatBasisPoints })))
  const nets = new Map<L, Cents>()
  for (const group of totals.groups) {
    const own = lines.filter((line) => line.vatBasisPoints === group.vatBasisPoints)
    const shares = netsOf(own, group.netCents)
    own.forEach((line, index) => void nets.set(line, present(shares[index])))
  }
  const priced = lines.map((line) => ({ ...line, netCents: present(nets.get(line)) }))
  return { lines: priced, totals, groups: postedGroups(priced) }
}

/** Shares a group's net over its lines; where gross amounts have both signs, the last line takes the rest. */
function netsOf(lines: readonly GrossInvoiceLine[], netCents: Cents): Cents[] {
  const gross = lines.map((line) => line.grossCents)
  const weights = gross.map(Math.abs)
  const sameSign = gross.every((cents) => cents >= 0) || gross.every((cents) => cents <= 0)
  if (sameSign && weights.some((weight) => weight > 0)) return splitEvenly(netCents, weights)
  const single = lines.map((line) => vatTotals([line]).netCents)
  const rest = netCents - sumCents(single)
  return single.map((cents, index) => (index === single.length - 1 ? cents + rest : cents))
}

/** Net and VAT by purpose and rate; within a rate they add up to its group. */
export function postedGroups(lines: readonly PricedLine[], basis: VatBasis = 'GROSS'): PostedGroup[] {
  const groups = Map.groupBy(lines, (line) => `${line.purpose}:${line.vatBasisPoints}`)
  const own = [...groups.values()].map((of) => ({ ...present(of[0]), ...sumsOf(of) }))
  return withVat(own, basis).map(({ purpose, vatBasisPoints, netCents, vatCents, grossCents }) => ({
    purpose,
    vatBasisPoints,
    netCents,
    vatCents,
    grossCents,
  }))
}

interface Sums {
  readonly netCents: Cents
  readonly grossCents: Cents
}

const sumsOf = (lines: readonly Sums[]): Sums => ({
  grossCents: sumCents(lines.map((line) => line.grossCents)),
  netCents: sumCents(lines.map((line) => line.netCents)),
})

/** Parts of an invoice with the VAT of each: within a rate they add up to its VAT, of which the last part has the rest. */
export function withVat<P extends Sums & { readonly vatBasisPoints: number }>(
  parts: readonly P[],
  basis: VatBasis,
): (P & { vatCents: Cents })[] {
  if (basis === 'GROSS') return parts.map((part) => ({ ...part, vatCents: part.grossCents - part.netCents }))
  const left = new Map(vatGroupsOf(parts, basis).map((group) => [group.vatBasisPoints, group.vatCents]))
  return parts.map((part, index) => {
    const rate = part.vatBasisPoints
    const isLast = !parts.slice(index + 1).some((other) => other.vatBasisPoints === rate)
    const vatCents = isLast ? present(left.get(rate)) : percentOf(part.netCents, rate)
    left.set(rate, present(left.get(rate)) - vatCents)
    return { ...part, vatCents }
  })
}

/** Net, VAT and their sum at each rate of an invoice's stored lines, the lowest rate first. */
export function vatGroupsOf(
  lines: readonly { netCents: Cents; grossCents: Cents; vatBasisPoints: number }[],
  basis: VatBasis,
): VatGroup[] {
  return [...Map.groupBy(lines, (line) => line.vatBasisPoints)]
    .toSorted(([left], [right]) => left - right)
    .map(([vatBasisPoints, own]) => {
      const { netCents, grossCents } = sumsOf(own)
      const vatCents = basis === 'GROSS' ? grossCents - netCents : percentOf(netCents, vatBasisPoints)
      return { vatBasisPoints, netCents, vatCents, grossCents: netCents + vatCents }
    })
}

/** What an invoice of priced lines says in all: net + VAT + rounding is what is paid. */
export function invoiceTotals(lines: readonly PricedLine[], basis: VatBasis) {
  const { netCents, grossCents: totalCents } = sumsOf(lines)
  const vatCents = sumCents(vatGroupsOf(lines, basis).map((group) => group.vatCents))
  return { netCents, vatCents, roundingCents: basis === 'GROSS' ? null : totalCents - netCents - vatCents, totalCents }
}
