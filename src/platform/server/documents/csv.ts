import { parse } from 'csv-parse/sync'
import type { ImportReport, LineProblem, LineProblemCode } from '#platform/contract/imports.ts'

export interface CsvLine {
  /** The line of the file on which the record ends. */
  readonly line: number
  readonly values: Readonly<Record<string, string>>
}

export interface CsvRead {
  readonly lines: readonly CsvLine[]
  readonly problems: readonly LineProblem[]
}

export const problemAt = (
  line: number,
  code: LineProblemCode,
  column: string | null = null,
  value: string | null = null,
): LineProblem => ({ line, code, column, value: value === null ? null : value.slice(0, 120) })

/** UTF-8 with or without a mark, else what Excel of old writes. */
function textOf(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return new TextDecoder('windows-1252').decode(content)
  }
}

const separatorOf = (text: string) => {
  const head = text.split(/\r?\n/, 1)[0] ?? ''
  return [';', '\t', ','].toSorted((left, right) => head.split(right).length - head.split(left).length)[0]!
}

/**
 * Reads a CSV file by the names in its head: separator `;`, `,` or tab, any order of columns, empty lines left out.
 * @param required names without which nothing can be read; each missing one is a problem of line 1
 */
export function readCsv(content: Uint8Array, required: readonly string[]): CsvRead {
  const text = textOf(content).replace(/^\uFEFF/, '')
  let records: { info: { lines: number }; record: Record<string, string> }[]
  try {
    records = parse(text, {
      columns: (head: string[]) => head.map((name) => name.trim()),
      delimiter: separatorOf(text),
      info: true,
      skip_empty_lines: true,
      trim: true,
      relax_column_count: true,
    }) as unknown as typeof records
  } catch (error) {
    const line = (error as { lines?: number }).lines ?? 1
    return { lines: [], problems: [problemAt(line, 'FILE_UNREADABLE')] }
  }
  const head = new Set(
    (text.split(/\r?\n/, 1)[0] ?? '').split(separatorOf(text)).map((name) => name.trim().replace(/^"|"$/g, '')),
  )
  const missing = required.filter((name) => !head.has(name))
  if (missing.length > 0) return { lines: [], problems: missing.map((name) => problemAt(1, 'COLUMN_MISSING', name)) }
  return { lines: records.map(({ info, record }) => ({ line: info.lines, values: record })), problems: [] }
}

/** `9,4`, `9.40 %` in basis points, or null. */
export function percentOf(text: string): number | null {
  const plain = text.replace(/[\s%]/gu, '').replace(',', '.')
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(plain)) return null
  const [whole = '0', part = ''] = plain.split('.')
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** `1`, `true`, `kyllä`, `yes`, `ja` and their opposites; null for anything else. */
export function flagOf(text: string): boolean | null {
  const word = text.trim().toLowerCase()
  if (['1', 'true', 'kyllä', 'k', 'yes', 'y', 'ja', 'x'].includes(word)) return true
  if (['', '0', 'false', 'ei', 'e', 'no', 'n', 'nej'].includes(word)) return false
  return null
}

const PROBLEMS_SHOWN = 200

export function reportOf(
  dryRun: boolean,
  counts: { rows: number; created: number; updated: number; unchanged: number },
  problems: readonly LineProblem[],
): ImportReport {
  const sorted = problems.toSorted((left, right) => left.line - right.line)
  return { dryRun, ...counts, problems: sorted.slice(0, PROBLEMS_SHOWN), problemCount: problems.length }
}
