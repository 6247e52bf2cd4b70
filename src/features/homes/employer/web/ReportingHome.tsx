import { Deductions } from '#features/money/payroll-deductions/web/PayrollDeductions.tsx'
import { AdminReportingPage, ReportingPage } from '#features/payroll/reporting/web/ReportingPage.tsx'

/** /raportointi: the payroll months, and beside each what is to be kept from the pay for people's bills. */
export function ReportingHome() {
  return <ReportingPage beside={(of) => <Deductions {...of} />} />
}

/** The same for the helpdesk. */
export function AdminReportingHome() {
  return <AdminReportingPage beside={(of) => <Deductions {...of} />} />
}
