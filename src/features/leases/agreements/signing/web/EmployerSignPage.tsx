import { SignAgreement } from './SignAgreement.tsx'

/** /tyonantaja/tilaus/{orderId}/allekirjoitus */
export function EmployerSignPage() {
  return <SignAgreement party="EMPLOYER" />
}
