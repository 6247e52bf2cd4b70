const LONGEST = 150
const LONGEST_EXTENSION = 12
const UNNAMED = 'file'

/** The first so many UTF-16 units, never half a letter. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

/**
 * A file name that is a label and nothing else: no path, no control or direction characters, nothing that a file system
 * refuses, at most 150 characters. A name that is too long keeps its extension.
 */
export function safeFileName(name: string): string {
  const last = name.toWellFormed().replaceAll('\\', '/').split('/').at(-1) ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\uFFFD"<>|:*?]/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[.\s]+|[.\s]+$/gu, '')
  if (clean.length <= LONGEST) return clean || UNNAMED
  const extension = /\.[^.\s]+$/u.exec(clean)?.[0] ?? ''
  if (extension.length > LONGEST_EXTENSION) return cut(clean, LONGEST).replace(/[.\s]+$/u, '')
  return cut(clean, LONGEST - extension.length).trimEnd() + extension
}

/** A byte as RFC 8187 wants it in a header, `%E4`. */
const percentByte = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`

/** The Content-Disposition of a download (RFC 6266): an ASCII name for old programs, and the real one. */
export function contentDisposition(name: string, inline = false): string {
  const safe = safeFileName(name)
  const ascii = safe
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["%\\]/g, '')
    .trim()
  const full = encodeURIComponent(safe).replace(/['()*]/g, percentByte)
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii || UNNAMED}"; filename*=UTF-8''${full}`
}
