import { eurosFromCents } from '#platform/values/money.ts'
import type { DeductionRow } from './queries.ts'

/** A month of a deduction in the form of the wire. */
export const deductionView = (row: DeductionRow) => ({
  invoiceId: row.invoice_id,
  month: row.month,
  beneficiaryEmployeeId: row.beneficiary_employee_id,
  employeeName: `${row.last_name} ${row.first_name}`,
  employeeNumber: row.employee_number,
  number: row.number ?? '',
  description: row.description,
  asked: eurosFromCents(row.asked_cents),
  kept: row.kept_cents === null ? null : eurosFromCents(row.kept_cents),
  open: eurosFromCents(row.is_employers ? row.asked_cents : (row.open_cents ?? 0)),
  version: row.version,
})
