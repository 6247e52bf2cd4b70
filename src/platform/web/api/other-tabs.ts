/**
 * Tabs of one browser tell each other who is signed in by storing it for a moment: the browser tells every other tab of
 * what is stored. A page that listens to a channel instead would lose its place in the browser's way back.
 */

/** Where it is stored. */
export const SIGNED_IN_USER = 'poljin.signedInUser'

/** Tells the other tabs who is signed in from now on; null for nobody. */
export function tellOtherTabs(userId: string | null): void {
  try {
    localStorage.setItem(SIGNED_IN_USER, JSON.stringify({ userId }))
    localStorage.removeItem(SIGNED_IN_USER)
  } catch {
    // A browser that refuses storage tells nobody: the server then refuses what a page writes for somebody else.
  }
}
