import {
  Euros,
  EurosFromZero,
  endpoint,
  Id,
  MonthShape,
  Nullable,
  Shape,
  T,
  Version,
  WholeList,
} from '#platform/contract/contract.ts'
import { MAX_DEDUCTION_MONTHS } from './rules.ts'

const Row = Shape({
  invoiceId: Id,
  month: MonthShape,
  beneficiaryEmployeeId: Id,
  employeeName: T.String(),
  employeeNumber: Nullable(T.String()),
  number: T.String(),
  description: T.String(),
  /** What is asked to be kept from the pay of the month, and what the employer has kept; null until it says so. */
  asked: Euros,
  kept: Nullable(Euros),
  /** What is still open of the bill. */
  open: Euros,
  version: Version,
})

const Planned = Shape({ month: MonthShape, asked: Euros })

/** Bills of people that the employer keeps from their pay (payments by PAYROLL). */
export const payrollDeductions = {
  start: endpoint({
    method: 'POST',
    path: '/api/user-payment/:id/payroll-deduction',
    access: 'user-payment:read',
    params: Shape({ id: Id }),
    summary:
      'Asks that an open bill be kept from the pay in equal parts over one to six months; by the person, or by the staff for them.',
    body: Shape({ months: T.Integer({ minimum: 1, maximum: MAX_DEDUCTION_MONTHS }) }),
    replies: { 201: Shape({ invoiceId: Id, months: T.Array(Planned) }) },
    errors: ['NOT_FOUND', 'DEDUCTION_NOT_ALLOWED'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/payroll-report/:companyId/:month/deductions',
    access: 'payroll-report:read',
    params: Shape({ companyId: Id, month: MonthShape }),
    summary: 'What is to be kept from the pay of a month for bills of the service, and what was kept.',
    replies: { 200: WholeList(Row) },
    errors: ['NOT_FOUND'],
  }),
  confirm: endpoint({
    method: 'PUT',
    path: '/api/payroll-report/:companyId/:month/deductions/:invoiceId',
    access: 'payroll-report:lock',
    params: Shape({ companyId: Id, month: MonthShape, invoiceId: Id }),
    summary:
      'The employer says what it has kept from the pay of a month, at most what is asked and only what law lets be kept; the rest stays on the person’s bill.',
    body: Shape({ kept: EurosFromZero, version: Version }),
    replies: { 200: Row },
    errors: ['NOT_FOUND', 'DEDUCTION_NOT_ALLOWED', 'VERSION_CONFLICT', 'NOT_FOR_ONESELF'],
  }),
}
