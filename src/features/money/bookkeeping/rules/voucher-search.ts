import type { Cents } from '#platform/values/money.ts'

/** What somebody may mean who looks for a voucher. */
export interface SoughtVoucher {
  readonly series: string | null
  readonly year: number | null
  /** Its running number. */
  readonly number: number | null
  readonly cents: Cents | null
  /** A part of the party's name or of the document's number, in small letters. */
  readonly text: string
}

const numbered = /^(?:(ML|OL|TI|MU)\s*)?(?:(20\d{2})\s*\/\s*)?(\d{1,9})$/i
const summed = /^-?(\d{1,3}(?:[\s\u00a0]?\d{3})*)(?:[,.](\d{2}))?\s*€?$/

/** Reads a search: `ML 2026/12`, `12`, `1 234,50 €` or a name; what may be several of them is looked for as each. */
export function soughtVoucher(search: string): SoughtVoucher {
  const text = search.trim()
  const [, series, year, number] = numbered.exec(text) ?? []
  const [, euros, cents] = summed.exec(text) ?? []
  return {
    series: series?.toUpperCase() ?? null,
    year: year ? Number(year) : null,
    number: number ? Number(number) : null,
    cents: euros ? Number(euros.replaceAll(/\D/g, '')) * 100 + Number(cents ?? 0) : null,
    text: text.toLowerCase(),
  }
}
