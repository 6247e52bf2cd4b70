import { namedSigns } from './named-signs.ts'

const SECTION = '<![CDATA['
const SECTION_END = ']]>'
/** A section that stands as it is; a sign by a number that XML cannot hold; one by a name; an ampersand that begins no reference. */
const TO_MEND =
  /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|x0*(?:[0-8bcef]|1[\da-f]));|&([a-z]+);|&(?!(?:[a-z_:][\w.:-]*|#\d+|#x[\da-f]+);)/gi
/** No beginning of a section, end of one or reference to a sign is longer. */
const TAIL = 12

const mendedText = (text: string) =>
  text.replace(TO_MEND, (found, name: string | undefined) => {
    if (found === '&') return '&amp;'
    if (name !== undefined) return namedSigns[name] ?? found
    return found.startsWith('<') ? found : ' '
  })

/**
 * Mends a text of XML as it comes: an ampersand that a program did not write as `&amp;`, a sign that XML cannot hold, and
 * one by the name that web pages have for it (`&auml;`), cost no more than themselves. What stands in a section of plain text stays.
 */
export class ReferenceMender {
  #rest = ''
  #isInSection = false

  mend(chunk: string, isLast = false): string {
    const text = this.#rest + chunk
    const tail = isLast ? -1 : text.slice(-TAIL).search(/[&<\]]/)
    const cut = tail < 0 ? text.length : Math.max(0, text.length - TAIL) + tail
    this.#rest = text.slice(cut)
    return this.#mendPiece(text.slice(0, cut))
  }

  #mendPiece(text: string): string {
    if (this.#isInSection) {
      const end = text.indexOf(SECTION_END)
      if (end < 0) return text
      this.#isInSection = false
      return text.slice(0, end + SECTION_END.length) + this.#mendPiece(text.slice(end + SECTION_END.length))
    }
    this.#isInSection = text.lastIndexOf(SECTION) > text.lastIndexOf(SECTION_END)
    return text.includes('&') ? mendedText(text) : text
  }
}
