/** The parts of a CSV file in a form that its reader has chosen: how amounts, days and texts are written. */
import { type CsvForm, splitsAmounts } from '#platform/values/csv-form.ts'
import type { Day } from '#platform/values/days.ts'
import { looksLikeFormula, withoutFormula } from '#platform/values/formula.ts'
import type { Cents } from '#platform/values/money.ts'
import { lineText } from './written-text.ts'

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

type CellForm = Omit<CsvForm, 'dateFormat'>

/** The signs of a text that an encoding has; each that it lacks becomes a question mark. */
const inLetters = (text: string, encoding: CsvForm['encoding']) =>
  encoding === 'ISO-8859-1' ? text.replaceAll(/[^\p{ASCII}\u0080-\u00ff]/gu, '?') : text

/**
 * A text as a cell: first brought to what the file can hold, then on one line, no formula, and quoted or rid of what
 * would need quotes.
 */
function cellText(text: string, form: CellForm): string {
  const { encoding } = form
  const quotes = splitsAmounts(form) ? 'NEEDED' : form.quotes
  const separator = form.separator === 'TAB' ? '\t' : form.separator
  const line = inLetters(lineText(text), encoding)
  if (quotes === 'NEVER') return withoutFormula(line.replaceAll(separator, ' ').replaceAll('"', ''))
  const safe = looksLikeFormula(line) ? `'${line}` : line
  const needs = quotes === 'ALWAYS' || safe.includes(separator) || /"|^\s|\s$/u.test(safe)
  return needs ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a file with its end. */
export function csvLine(texts: readonly string[], form: CellForm): string {
  const separator = form.separator === 'TAB' ? '\t' : form.separator
  return `${texts.map((text) => cellText(text, form)).join(separator)}\r\n`
}

/** The bytes of finished lines. */
export function encoded(lines: string, encoding: CsvForm['encoding']): Buffer {
  return Buffer.from(lines, encoding === 'ISO-8859-1' ? 'latin1' : 'utf8')
}
