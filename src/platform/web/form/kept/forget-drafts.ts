import { DRAFT_PREFIX } from './drafts.ts'

function forget(isToGo: (key: string) => boolean): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(DRAFT_PREFIX) && isToGo(name.slice(DRAFT_PREFIX.length))) sessionStorage.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}

/** Forgets every draft of this tab: whoever signs in next must not find them. */
export const forgetDrafts = (): void => forget(() => true)

/**
 * Forgets the drafts of sessions that ended otherwise, once somebody else is signed in; the same person finds their own
 * again. Drafts of pages without a session stay.
 */
export const forgetDraftsOfOthers = (userId: string): void =>
  forget((key) => key.startsWith('["') && !key.startsWith(JSON.stringify([userId]).slice(0, -1)))
