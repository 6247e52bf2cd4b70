/**
 * A file name that is a label and nothing else: no path, no control or direction characters, at most 150 characters.
 */
export function safeFileName(name: string): string {
  const last = name.replaceAll('\\', '/').split('/').at(-1) ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Cf}"<>|:*?]/gu, '')
    .replace(/^\.+/, '')
    .trim()
    .slice(0, 150)
  return clean || 'file'
}

/** The Content-Disposition of a download (RFC 6266): an ASCII name and the real one. */
export function contentDisposition(name: string, inline = false): string {
  const safe = safeFileName(name)
  const ascii =
    safe
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .replaceAll('%', '') || 'file'
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(safe).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`
}
