import type { Cents } from '#platform/values/money.ts'

/** What a process reads of the bill that it waits for; nulls while there is none. */
export interface Billed {
  readonly invoice_stage: string | null
  readonly invoice_status: string | null
  readonly invoice_total_cents: Cents | null
  readonly invoice_credited_cents: Cents | null
}

/** Whether nothing is left of the bill to credit. */
export const isCreditedWhole = (row: Billed): boolean =>
  (row.invoice_credited_cents ?? 0) >= (row.invoice_total_cents ?? 0)

/** Whether money has come for the bill; one of nothing is paid when it is sent. */
export function isPaidByMoney(row: Billed): boolean {
  if (row.invoice_total_cents === 0) return row.invoice_stage === 'SENT'
  return (row.invoice_status === 'PAID' || row.invoice_status === 'MARKED_PAID') && !isCreditedWhole(row)
}
