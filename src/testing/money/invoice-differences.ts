import { writeFinvoice } from '#features/money/e-invoices/server/finvoice-write.ts'
import { invoiceTotals, postedGroups, priceLines, vatGroupsOf } from '#features/money/invoices/rules/lines.ts'
import { postingsOfInvoice } from '#features/money/invoices/rules/posting.ts'
import { finvoiceFacts } from './finvoice-facts.ts'
import { expectedTotals, type OracleLine, randomFrom, randomLines } from './invoice-oracle.ts'

const SHOWN = 10

interface Asked {
  readonly invoices: number
  readonly seed: number
  /** Of how many the e-invoice is read too: each so-manieth. */
  readonly eInvoiceEach: number
}

/** The random invoices that the product and the oracle count differently, ten at most, with what differs. */
export function differencesOf({ invoices, seed, eInvoiceEach }: Asked): string[] {
  const random = randomFrom(seed)
  const found: string[] = []
  for (let made = 0; made < invoices && found.length < SHOWN; made += 1) {
    const lines = randomLines(random)
    const fault = faultOf(lines) ?? (made % eInvoiceEach === 0 ? eInvoiceFault(lines) : null)
    if (fault) found.push(`${fault}: ${JSON.stringify(lines)}`)
  }
  return found
}

function faultOf(lines: readonly OracleLine[]): string | null {
  const expected = expectedTotals(lines)
  const { lines: priced } = priceLines(lines)
  const totals = invoiceTotals(priced, 'NET')
  if (BigInt(totals.totalCents) !== expected.gross) return 'gross'
  if (BigInt(totals.vatCents) !== expected.vat) return 'VAT'
  if (BigInt(totals.roundingCents!) !== expected.rounding) return 'rounding'
  for (const group of vatGroupsOf(priced, 'NET')) {
    if (BigInt(group.netCents) !== expected.nets.get(group.vatBasisPoints)) return `net at ${group.vatBasisPoints}`
    if (BigInt(group.vatCents) !== expected.taxes.get(group.vatBasisPoints)) return `VAT at ${group.vatBasisPoints}`
  }
  const rates = new Set(lines.map((line) => line.vatBasisPoints)).size
  if (Math.abs(totals.roundingCents!) > rates) return 'more than a cent a rate'
  return postedFault(postingsOfInvoice('SALES', postedGroups(priced, 'NET')), expected)
}

function postedFault(
  postings: ReturnType<typeof postingsOfInvoice>,
  expected: ReturnType<typeof expectedTotals>,
): string | null {
  const sumOf = (wanted: (account: string) => boolean) =>
    postings.filter(({ account }) => wanted(account)).reduce((sum, row) => sum + BigInt(row.amountCents), 0n)
  if (sumOf(() => true) !== 0n) return 'balance'
  if (sumOf((account) => account === 'RECEIVABLES') !== expected.gross) return 'posted receivable'
  if (-sumOf((account) => account === 'ROUNDING') !== expected.rounding) return 'posted rounding'
  return -sumOf((account) => account === 'VAT_OUTPUT') === expected.vat ? null : 'posted VAT'
}

/** What the e-invoice of the lines says, read from its text, by the rules of EN 16931 that name its sums. */
function eInvoiceFault(lines: readonly OracleLine[]): string | null {
  const expected = expectedTotals(lines)
  const { lines: priced } = priceLines(lines)
  const totals = invoiceTotals(priced, 'NET')
  const rows = priced.map((line) => ({ ...line, description: 'X', quantity: 1 }))
  const text = writeFinvoice(
    finvoiceFacts(rows, {
      groups: vatGroupsOf(priced, 'NET'),
      netCents: totals.netCents,
      vatCents: totals.vatCents,
      roundingCents: totals.roundingCents!,
      totalCents: totals.totalCents,
    }),
  ).toString()
  const all = (name: string) =>
    [...text.matchAll(new RegExp(`<${name}(?: [^>]*)?>(-?)(\\d+),(\\d\\d)<`, 'g'))].map(([, sign, euros, cents]) =>
      BigInt(`${sign}${euros}${cents}`),
    )
  const one = (name: string) => all(name)[0] ?? 0n
  const sum = (name: string) => all(name).reduce((cents, next) => cents + next, 0n)
  if (sum('RowVatExcludedAmount') !== one('InvoiceTotalVatExcludedAmount')) return 'BR-CO-10'
  if (sum('VatRateAmount') !== one('InvoiceTotalVatAmount')) return 'BR-CO-14'
  if (one('InvoiceTotalVatExcludedAmount') + one('InvoiceTotalVatAmount') !== one('InvoiceTotalVatIncludedAmount'))
    return 'BR-CO-15'
  if (one('InvoiceTotalVatIncludedAmount') + one('InvoiceTotalRoundoffAmount') !== one('EpiInstructedAmount'))
    return 'BR-CO-16'
  if (one('EpiInstructedAmount') !== expected.gross) return 'to pay'
  return one('InvoiceTotalVatAmount') === expected.vat ? null : 'VAT of the e-invoice'
}
