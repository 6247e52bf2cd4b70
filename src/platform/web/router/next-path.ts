/** Addresses that would lead round in circles after signing in. */
const NOT_AFTER_LOGIN = /^\/(kirjaudu|kirjaudu-ulos|register|deactivated|ei-oikeuksia)(\/|$)/

const OWN = 'http://own.invalid'

function hasControlSign(text: string): boolean {
  return [...text].some((sign) => sign <= ' ' || sign === '\u007f')
}

/** Begins as the address of another host may: with a second slash, a backslash or a sign that browsers drop, also encoded. */
const FOREIGN = /^\/([/\\]|%(2f|5c|09|0a|0d))/i

/**
 * A path of this site to go to after signing in, or null. Everything that a browser could read as another host is
 * refused: `//host`, backslashes, control signs, schemes, user names, and the same in encoded form.
 */
export function safeNext(next: string | null | undefined): string | null {
  if (!next || next.length > 2000 || !next.startsWith('/') || hasControlSign(next)) return null
  if (FOREIGN.test(next) || next.includes('\\')) return null
  if (!URL.canParse(next, OWN)) return null
  const address = new URL(next, OWN)
  if (address.origin !== OWN || address.username || address.password) return null
  const path = `${address.pathname}${address.search}${address.hash}`
  // Dots are gone by now, which may have stood before such a beginning.
  if (FOREIGN.test(path) || NOT_AFTER_LOGIN.test(address.pathname)) return null
  return path
}

/** The sign-in address that leads back to a path. */
export function loginAddress(from: string): string {
  const next = safeNext(from)
  return next && next !== '/' ? `/kirjaudu?next=${encodeURIComponent(next)}` : '/kirjaudu'
}
