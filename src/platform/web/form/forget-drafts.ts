import { DRAFT_PREFIX } from './drafts.ts'

/** Forgets every draft of this tab: whoever signs in next must not find them. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}
