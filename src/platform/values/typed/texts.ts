/** Anything but Latin letters, digits and signs with single blanks between; most texts hold nothing of it. */
const UNUSUAL = /[^ -~\u00a1-\u00ac\u00ae-\u00ff]| {2}|^ | $/

/** Signs that nobody sees: they change direction, join or part nothing, or order the bytes. */
const UNSEEN = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/g
/** Joiners mean something between letters and between parts of a picture, nowhere else. */
const JOINERS =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu

/**
 * A typed text in the one form in which it is kept, searched and printed: NFC, well formed, without controls, bidirectional
 * and zero-width signs, blanks of every kind as one, none around it. Lines stay lines. The same text again gives itself.
 */
export function cleanText(text: string): string {
  if (!UNUSUAL.test(text)) return text
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(UNSEEN, '')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .replace(JOINERS, '')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .replace(/ *\n */g, '\n')
    .trim()
}
