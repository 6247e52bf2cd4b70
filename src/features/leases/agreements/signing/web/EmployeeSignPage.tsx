import { SignAgreement } from './SignAgreement.tsx'

/** /mybike/sopimus/{orderId} */
export function EmployeeSignPage() {
  return <SignAgreement party="EMPLOYEE" />
}
