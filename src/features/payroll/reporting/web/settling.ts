import type { PayrollRowView } from '#features/payroll/reporting/shapes.ts'
import type { settledPayers } from '#features/story/lease-story/rules/payer.ts'

type Row = Pick<PayrollRowView, 'event' | 'correctsMonth' | 'notes'>

/** What is done about who bears a leaver's months: they are settled, or what was settled is corrected. */
export function settleAct(row: Row): 'act' | 'change' | null {
  if (row.event !== 'LEFT' || row.correctsMonth) return null
  return row.notes.some(({ code }) => code === 'LEFT_OPEN') ? 'act' : 'change'
}

/** Who was said to bear the months of a row; the employer where nobody has said it. */
export function payerOfRow({ notes }: Pick<Row, 'notes'>): (typeof settledPayers)[number] {
  const has = (wanted: Row['notes'][number]['code']) => notes.some(({ code }) => code === wanted)
  if (has('LEFT_OPEN') || has('EMPLOYER_BEARS')) return 'EMPLOYER'
  return has('BIKE_RETURNED') ? 'RETURNED' : 'EMPLOYEE'
}
