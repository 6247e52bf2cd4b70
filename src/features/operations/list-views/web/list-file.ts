import { looksLikeFormula } from '#platform/values/formula.ts'

/** A text of a cell as spreadsheet programs read it: amounts as plain numbers, and nothing that they would run. */
function cellOf(shown: string): string {
  const text = shown.replace(/\s+/gu, ' ').trim()
  const amount = /^[−-]?[\d ]+,\d\d €$/u.test(text) ? text.replace(/[ €]/gu, '').replace('−', '-') : text
  const safe = looksLikeFormula(amount) ? `'${amount}` : amount
  return /[";]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const lineOf = (cells: readonly string[]): string => `${cells.map(cellOf).join(';')}\r\n`
