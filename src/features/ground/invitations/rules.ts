/** What a person is asked to say yes to: the benefit, acting for an employer, or an account alone. */
export const invitationKinds = ['EMPLOYEE', 'EMPLOYER', 'ACCOUNT'] as const
export type InvitationKind = (typeof invitationKinds)[number]

/** An invitation waits for holidays, too. */
export const INVITATION_DAYS = 14

/** The address of a row that holds what an inviter typed. Nobody can have it, so nobody can sign in with it. */
export const addressOfInvited = (userId: string) => `${userId}@invited.invalid`

/** Days since a company was added, and how many invitations it may send a day from then on. */
const budgets = [
  [365, 1_000],
  [90, 300],
  [14, 100],
] as const
const FIRST_BUDGET = 50

/**
 * How many invitations a company may send a day. Each is a mail from us to an address that somebody has typed, so it
 * grows with the company's age; whoever invites more in the first days shares the link for joining.
 */
export const invitationBudget = (ageDays: number): number =>
  budgets.find(([fromDay]) => ageDays >= fromDay)?.[1] ?? FIRST_BUDGET
