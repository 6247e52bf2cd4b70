/**
 * The server sets this cookie beside the session's own, which scripts cannot read. It only says that asking who is
 * signed in is worth a request.
 */
const HINT = /(?:^|;\s*)signedIn=1/

/** Whether somebody has signed in with this browser and not out again. */
export function isProbablySignedIn(): boolean {
  return HINT.test(document.cookie)
}

/** The server has said that nobody is signed in any more. */
export function forgetSignedIn(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers.
  if (isProbablySignedIn()) document.cookie = 'signedIn=; path=/; max-age=0; samesite=strict'
}
