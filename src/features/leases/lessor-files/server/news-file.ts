import { amountText, csvLine, dayText, encoded } from '#platform/server/documents/csv-cells.ts'
import type { Day } from '#platform/values/days.ts'
import { type LessorProfile, type WrittenColumn, writtenColumns } from '../rules/profile.ts'

/** What a lessor is told of one agreement. Amounts in cents. */
export interface News {
  readonly kind: 'ACTIVATED' | 'CHANGED' | 'REDEEMED' | 'ENDED' | 'CORRECTED'
  readonly subjectId: string
  readonly companyId: string
  readonly agreementId: string
  readonly number: string
  readonly companyName: string
  readonly businessId: string | null
  readonly frameNumber: string | null
  readonly startDay: Day
  readonly endDay: Day
  readonly instalmentCents: number
  readonly residualCents: number
  readonly endReason: string | null
}

function cellOf(row: News, column: WrittenColumn, { decimalSign, dateFormat }: LessorProfile): string {
  switch (column) {
    case 'event':
      return row.kind
    case 'agreementNumber':
      return row.number
    case 'startDay':
      return dayText(row.startDay, dateFormat)
    case 'endDay':
      return dayText(row.endDay, dateFormat)
    case 'instalment':
      return amountText(row.instalmentCents, decimalSign)
    case 'residual':
      return amountText(row.residualCents, decimalSign)
    default:
      return row[column] ?? ''
  }
}

/** The file of some news in a lessor's form. */
export function newsFile(rows: readonly News[], profile: LessorProfile): Buffer {
  const columns = writtenColumns.filter((column) => profile.headers[column] !== '')
  const lineOf = (texts: readonly string[]) => csvLine(texts, { ...profile, quotes: 'NEEDED' })
  const lines = [
    lineOf(columns.map((column) => profile.headers[column])),
    ...rows.map((row) => lineOf(columns.map((column) => cellOf(row, column, profile)))),
  ]
  const mark = profile.encoding === 'UTF-8-BOM' ? '\uFEFF' : ''
  return encoded(mark + lines.join(''), profile.encoding)
}
