import { priceLines } from '#features/money/invoices/rules/lines.ts'
import { postingsOfInvoice } from '#features/money/invoices/rules/posting.ts'
import { expectedTotals, type OracleLine, randomFrom, randomLines } from './invoice-oracle.ts'

const SHOWN = 10

/** The random invoices that the product and the oracle count differently, ten at most, with what differs. */
export function differencesOf({ invoices, seed }: { invoices: number; seed: number }): string[] {
  const random = randomFrom(seed)
  const found: string[] = []
  for (let made = 0; made < invoices && found.length < SHOWN; made += 1) {
    const lines = randomLines(random)
    const fault = faultOf(lines)
    if (fault) found.push(`${fault}: ${JSON.stringify(lines)}`)
  }
  return found
}

function faultOf(lines: readonly OracleLine[]): string | null {
  const expected = expectedTotals(lines)
  const { lines: priced, totals, groups } = priceLines(lines)
  if (BigInt(totals.grossCents) !== expected.gross) return 'gross'
  if (BigInt(totals.vatCents) !== expected.vat) return 'VAT'
  for (const [rate, tax] of expected.taxes) {
    const own = priced.filter((line) => line.vatBasisPoints === rate)
    const net = own.reduce((sum, line) => sum + BigInt(line.netCents), 0n)
    const gross = own.reduce((sum, line) => sum + BigInt(line.grossCents), 0n)
    if (gross - net !== tax) return `net of the lines at ${rate}`
  }
  const postings = postingsOfInvoice('SALES', groups)
  if (postings.reduce((sum, row) => sum + BigInt(row.amountCents), 0n) !== 0n) return 'balance'
  const output = postings.filter(({ account }) => account === 'VAT_OUTPUT')
  return -output.reduce((sum, row) => sum + BigInt(row.amountCents), 0n) === expected.vat ? null : 'posted VAT'
}
