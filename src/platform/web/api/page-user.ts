let drawnFor: string | null = null

/** Says whom the page shows as signed in: its writes are theirs, whoever signs in in another tab meanwhile. */
export function setPageUser(userId: string | null): void {
  drawnFor = userId
}

/** Whom the page was drawn for; null for nobody. */
export const pageUser = (): string | null => drawnFor
