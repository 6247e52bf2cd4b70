/**
 * Text on its way into a file. Every writer brings a text into this form first and judges, quotes, escapes and cuts it
 * afterwards: what changes a sign after the quotes are set can set a sign that breaks them.
 */

/** Latin letters, digits and signs, which stay as they are: most texts, told by one look. */
const AS_IT_STANDS = /^[ -~\u00a0-\u00ff]*$/

/**
 * A text as files hold it: in NFC and well formed, lines broken by `\n`, with spaces for other controls than tabs, and
 * without byte order marks and what XML 1.0 cannot hold. The same text again gives itself.
 */
export function writtenText(text: string): string {
  if (AS_IT_STANDS.test(text)) return text
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[\uFEFF\uFFFE\uFFFF]/g, '')
    .replace(/(?![\n\t])\p{Cc}/gu, ' ')
    .normalize('NFC')
}

/** The written text on one line: line breaks and tabs are spaces. */
export function lineText(text: string): string {
  return writtenText(text).replace(/[\n\t]+/g, ' ')
}

/** The written text with blanks folded, cut to so many characters; no character is cut in two. */
export function clippedText(text: string, length: number): string {
  const folded = writtenText(text).replace(/\s+/gu, ' ').trim()
  return folded.length <= length ? folded : [...folded].slice(0, length).join('').trim()
}
