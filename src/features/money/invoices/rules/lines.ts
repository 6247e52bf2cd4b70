import { type Cents, splitEvenly, sumCents, type VatTotals, vatTotals } from '#platform/values/money.ts'
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
 * Prices an invoice's lines: VAT is taken out of each rate's gross sum once (EN 16931), and the group's net is shared out
 * over its lines by their gross amounts, to the cent. A credit note's lines are negative.
 */
export function priceLines<L extends GrossInvoiceLine>(
  lines: readonly L[],
): { lines: (L & PricedLine)[]; totals: VatTotals; groups: PostedGroup[] } {
  const totals = vatTotals(lines.map(({ grossCents, vatBasisPoints }) => ({ grossCents, vatBasisPoints })))
  const nets = new Map<L, Cents>()
  for (const group of totals.groups) {
    const own = lines.filter((line) => line.vatBasisPoints === group.vatBasisPoints)
    const shares = netsOf(own, group.netCents)
    own.forEach((line, index) => void nets.set(line, shares[index]!))
  }
  const priced = lines.map((line) => ({ ...line, netCents: nets.get(line)! }))
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
export function postedGroups(lines: readonly PricedLine[]): PostedGroup[] {
  const groups = Map.groupBy(lines, (line) => `${line.purpose}:${line.vatBasisPoints}`)
  return [...groups.values()].map((own) => {
    const grossCents = sumCents(own.map((line) => line.grossCents))
    const netCents = sumCents(own.map((line) => line.netCents))
    const { purpose, vatBasisPoints } = own[0]!
    return { purpose, vatBasisPoints, netCents, vatCents: grossCents - netCents, grossCents }
  })
}

/** Net, VAT and gross of each rate of an invoice's stored lines, the lowest rate first. */
export function vatGroupsOf(
  lines: readonly { netCents: Cents; grossCents: Cents; vatBasisPoints: number }[],
): VatTotals['groups'] {
  return [...Map.groupBy(lines, (line) => line.vatBasisPoints)]
    .toSorted(([left], [right]) => left - right)
    .map(([vatBasisPoints, own]) => {
      const netCents = sumCents(own.map((line) => line.netCents))
      const grossCents = sumCents(own.map((line) => line.grossCents))
      return { vatBasisPoints, netCents, vatCents: grossCents - netCents, grossCents }
    })
}
