/**
 * The path of a registration or password link that somebody pasted, or null. Only the path is taken over, never the
 * host, so that a pasted link cannot lead elsewhere.
 */
export function pathOfPastedLink(text: string): string | null {
  const path = URL.parse(text.trim(), 'http://own.invalid')?.pathname ?? ''
  return /^(?:\/(?:fi|en|sv))?\/(?:liity|reset)\/[\w-]{20,200}\/?$/.test(path) ? path : null
}
