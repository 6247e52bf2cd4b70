import { keep } from '#platform/web/words/browser-memory.ts'

/**
 * Tabs of one browser tell each other who is signed in by storing it for a moment: the browser tells every other tab of
 * what is stored. A page that listened to a channel instead would lose its place in the browser's way back. A browser
 * that refuses storage tells nobody: the server then refuses what a page writes for somebody else.
 */
export const SIGNED_IN_USER = 'poljin.signedInUser'
export const NOBODY = '-'

/** Tells the other tabs who is signed in from now on. */
export function tellOtherTabs(userId: string): void {
  keep(SIGNED_IN_USER, userId)
  keep(SIGNED_IN_USER, null)
}
