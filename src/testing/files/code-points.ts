/** All of Unicode for tests of what is written into files, and how a file should hold it. */

import { isShortRun } from '#testing/runs/long-tests.ts'

const LAST = 0x10ffff

/** Every code point as a text, surrogates among them. */
function* everyCodePoint(): Generator<string> {
  for (let at = 0; at <= LAST; at += 1) yield String.fromCodePoint(at)
}

const isAscii = (text: string) => /^\p{ASCII}+$/u.test(text)

/**
 * The code points that something happens to on the way into a file: ASCII signs, blanks, controls, marks, invisible ones,
 * and all whose composed or compatible form is another.
 */
export const changingCodePoints: readonly string[] = [...everyCodePoint()].filter(
  (sign) =>
    isAscii(sign) ||
    sign.normalize('NFC') !== sign ||
    /[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u.test(sign) ||
    isAscii(sign.normalize('NFKC')),
)

const changing = new Set(changingCodePoints)

/** Every code point; in a short run those that something happens to, the first 8,192 and every 16th of the others. */
export const codePointsOfRun: readonly string[] = [...everyCodePoint()].filter(
  (sign, at) => !isShortRun || at < 0x2000 || at % 16 === 0 || changing.has(sign),
)

/** What a file should hold for a text, said once more and apart from the writers. */
export function heldText(text: string): string {
  const signs = Array.from(text, (sign) => {
    if (/\p{Cs}/u.test(sign)) return '\ufffd'
    if (['\r', '\u0085', '\u2028', '\u2029'].includes(sign)) return '\n'
    if (['\ufeff', '\ufffe', '\uffff'].includes(sign)) return ''
    return /\p{Cc}/u.test(sign) && sign !== '\n' && sign !== '\t' ? ' ' : sign
  })
  return signs.join('').normalize('NFC')
}
