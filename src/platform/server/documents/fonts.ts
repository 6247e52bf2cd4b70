import { openSync, type PdfFont, type Run } from 'fontkit'

/** Laid-out words kept of one font: about those of all our documents in all languages. */
const KEPT_WORDS = 4_000

/** Ends the list of a font's characters, and is none. */
const NO_CHARACTER = 0xffff

/**
 * Asks for every glyph by its own character. A glyph keeps the characters that it was first asked for with, and cutting a
 * font down for a document asks for the o and the dots of an ö with none: later documents would show that o, but nobody
 * could search, copy or hear it.
 */
function nameGlyphs(font: PdfFont) {
  for (const character of font.characterSet) if (character !== NO_CHARACTER) font.glyphForCodePoint(character)
}

/**
 * Opens a font for all documents of the process. A document's words are mostly those of the one before, so each word is
 * laid out once; finding its glyphs and kerning is the dearest part of drawing a document.
 */
export function openFont(file: string): PdfFont {
  const font = openSync(file)
  nameGlyphs(font)
  const layOut = font.layout.bind(font)
  const kept = new Map<string, Run>()
  font.layout = (text, features) => {
    if (features) return layOut(text, features)
    if (kept.size > KEPT_WORDS) kept.clear()
    const run = kept.get(text) ?? layOut(text)
    kept.set(text, run)
    // A document scales the positions that it is given; the run's own width is reckoned from them.
    return Object.assign(Object.create(run), { positions: run.positions.map((position) => ({ ...position })) })
  }
  return font
}
