import { Id, Shape, T } from '#platform/contract/contract.ts'

export const Recipient = Shape({ userId: Id, firstName: T.String(), lastName: T.String(), workEmail: T.String() })
export type Recipient = T.Static<typeof Recipient>

/** A person with an employer's role in the company. */
export const EmployerPerson = Shape({
  userId: Id,
  firstName: T.String(),
  lastName: T.String(),
  workEmail: T.String(),
  roles: T.Array(T.String()),
  /** Whether the person may sign agreements by their role alone. */
  signsByRole: T.Boolean(),
  canReadReports: T.Boolean(),
  hasSignedIn: T.Boolean(),
  /** Invited, and has not said yes yet. */
  invited: T.Boolean(),
})
export type EmployerPerson = T.Static<typeof EmployerPerson>
