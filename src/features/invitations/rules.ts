/** What a person is asked to say yes to: the benefit, acting for an employer, or an account alone. */
export const invitationKinds = ['EMPLOYEE', 'EMPLOYER', 'ACCOUNT'] as const
export type InvitationKind = (typeof invitationKinds)[number]

/** An invitation waits for holidays, too. */
export const INVITATION_DAYS = 14

/** The address of a row that holds what an inviter typed. Nobody can have it, so nobody can sign in with it. */
export const addressOfInvited = (userId: string) => `${userId}@invited.invalid`
