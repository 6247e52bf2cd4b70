import { DRAFT_PREFIX } from './drafts.ts'

/** Forgets every draft of this tab: whoever signs in next must not find them. */
export const forgetDrafts = (): void => forgetThose(() => true)

/** Forgets what was typed by others, whose sessions have ended by themselves, and by nobody signed in. */
export function forgetDraftsOfOthers(userId: string): void {
  const own = `${DRAFT_PREFIX}["${userId}",`
  forgetThose((name) => !name.startsWith(own))
}

function forgetThose(isForgotten: (name: string) => boolean): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(DRAFT_PREFIX) && isForgotten(name)) sessionStorage.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}
