/** Whether an answer is a proposal, which another person confirms before anything of it holds. */
export const isProposed = (reply: unknown): boolean =>
  typeof reply === 'object' && reply !== null && 'proposalId' in reply
