/** Names of what the site keeps in the browser; the privacy page lists them. */
export const keys = {
  theme: 'poljin.theme',
  consent: 'poljin.consent',
  announcement: 'poljin.announcementDismissedAt',
  offer: 'poljin.languageOfferDismissed',
  calculator: 'poljin.calculator',
} as const

/** Reads a kept value; a browser that refuses storage answers as if nothing were kept. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a value, or forgets it with `null`. Refused storage is not worth telling about. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Private windows may refuse storage; the page then works without memory.
  }
}
