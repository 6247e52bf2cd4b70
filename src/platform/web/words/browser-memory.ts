type Name =
  | 'poljin.announcementDismissedAt'
  | 'poljin.consent'
  | 'poljin.calculator'
  | 'poljin.signedInUser'
  | 'poljin.theme'

/** Reads what the browser keeps for us; one that refuses storage answers as if nothing were kept. */
export function kept(name: Name): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Keeps a value under a name that the public pages know too, or forgets it with null. */
export function keep(name: Name, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Private windows may refuse storage; the page then works without memory.
  }
}

type TabName = 'linkLanguage' | 'otherUser'

/** What this tab keeps until it is closed; one that refuses storage answers as if nothing were kept. */
export function keptInTab(name: TabName): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

/** Keeps a value in this tab alone. */
export function keepInTab(name: TabName, value: string): void {
  try {
    sessionStorage.setItem(name, value)
  } catch {
    // As above: the page then works without memory.
  }
}
