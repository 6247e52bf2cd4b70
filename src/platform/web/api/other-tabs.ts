/**
 * Tabs of one browser tell each other who is signed in by storing it for a moment: the browser tells every other tab of
 * what is stored. A page that listens to a channel instead would lose its place in the browser's way back.
 */
const KEY = 'poljin.signedInUser'

/** Tells the other tabs who is signed in from now on; null for nobody. */
export function tellOtherTabs(userId: string | null): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ userId }))
    localStorage.removeItem(KEY)
  } catch {
    // A browser that refuses storage tells nobody: the server then refuses what a page writes for somebody else.
  }
}

function userIdIn(told: string): string | null {
  try {
    return (JSON.parse(told) as { userId: string | null }).userId
  } catch {
    return null
  }
}

/** Hears what other tabs tell of who is signed in. */
export function hearOtherTabs(listener: (userId: string | null) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY && newValue !== null) listener(userIdIn(newValue))
  })
}
