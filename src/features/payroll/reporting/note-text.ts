import type { LanguageCode } from '#platform/contract/contract.ts'
import { formatDay, formatMonth } from '#platform/values/days.ts'
import { centsFromEuros, formatEuros } from '#platform/values/money.ts'
import type { PayrollNoteView } from './shapes.ts'

/** The remark of a row in words. @param t finds a text of this feature's namespace */
export function noteText(
  note: PayrollNoteView,
  language: LanguageCode,
  t: (key: string, values: Record<string, unknown>) => string,
): string {
  const euros = (amount: number | undefined) =>
    amount === undefined ? '' : formatEuros(centsFromEuros(amount), language)
  const days = note.from ? `${formatDay(note.from)}–${note.to ? formatDay(note.to) : ''}` : ''
  return t(`note.${note.code}`, {
    before: euros(note.before),
    after: euros(note.after),
    amount: euros(note.amount),
    month: note.month ? formatMonth(note.month) : '',
    day: note.day ? formatDay(note.day) : '',
    days,
    changes: (note.changes ?? [])
      .map((change) => `${t(`amount.${change.amount}`, {})} ${euros(change.before)} → ${euros(change.after)}`)
      .join(', '),
  })
}
