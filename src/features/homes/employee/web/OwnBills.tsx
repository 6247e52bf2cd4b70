import { OwnPayments, UrgentPayments } from '#features/money/payments/web/OwnPayments.tsx'
import { AskDeduction } from '#features/money/payroll-deductions/web/AskDeduction.tsx'

type Ask = Parameters<typeof OwnPayments>[0]['ask']

const askForDeduction: Ask = ({ invoiceId, number }) => <AskDeduction invoiceId={invoiceId} number={number ?? ''} />

/** The bills that are to be paid next, each with the way to have it kept from the pay. */
export const UrgentBills = () => <UrgentPayments ask={askForDeduction} />

/** The other bills. */
export const OtherBills = () => <OwnPayments ask={askForDeduction} />
