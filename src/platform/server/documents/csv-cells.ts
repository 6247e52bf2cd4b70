/** The parts of a CSV file in a form that its reader has chosen: how amounts, days and texts are written. */
import type { CsvForm } from '#platform/values/csv-form.ts'
import type { Day } from '#platform/values/days.ts'
import type { Cents } from '#platform/values/money.ts'
import { looksLikeFormula } from './sheet-column.ts'

/** `15.03.2026`, or as the form wants it. */
export function dayText(day: Day, format: CsvForm['dateFormat']): string {
  const [year = '', month = '', date = ''] = day.split('-')
  switch (format) {
    case 'DD.MM.YYYY':
      return `${date}.${month}.${year}`
    case 'D.M.YYYY':
      return `${Number(date)}.${Number(month)}.${year}`
    case 'YYYY-MM-DD':
      return day
    case 'YYYYMMDD':
      return `${year}${month}${date}`
  }
}

/** `-1234,50`, or with the form's sign. */
export function amountText(cents: Cents, sign: string): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${sign}${digits.slice(-2)}`
}

/** A text as a cell: on one line, no formula, and quoted or rid of what would need quotes. */
export function cellText(
  text: string,
  separator: string,
  { quotes }: Pick<CsvForm, 'quotes'>,
  isAmount: boolean,
): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ')
  if (quotes === 'NEVER') {
    const bare = line.replaceAll(separator, ' ').replaceAll('"', '')
    return isAmount ? bare : bare.replace(/^[\s=+\-@＝＋－＠]+/u, '')
  }
  const safe = !isAmount && looksLikeFormula(line) ? `'${line}` : line
  const needs = quotes === 'ALWAYS' || safe.includes(separator) || /"|^\s|\s$/u.test(safe)
  return needs ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The bytes of a text; what an encoding lacks becomes a question mark. */
export function encoded(text: string, encoding: CsvForm['encoding']): Buffer {
  if (encoding !== 'ISO-8859-1') return Buffer.from(text, 'utf8')
  return Buffer.from(text.normalize('NFC').replaceAll(/[^\p{ASCII}\u0080-\u00ff]/gu, '?'), 'latin1')
}
