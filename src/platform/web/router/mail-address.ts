/**
 * A `mailto:` address that opens an answer to one person. What anybody may write into a local part, as `a?bcc=b`, stays
 * in it and adds no other receiver.
 */
export function mailAddress(email: string, fields: { readonly subject?: string; readonly body?: string } = {}): string {
  const given = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const to = encodeURIComponent(email).replaceAll('%40', '@')
  return `mailto:${to}${given.length > 0 ? `?${given.join('&')}` : ''}`
}
