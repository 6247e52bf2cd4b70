import { openSync, type PdfFont, type Run } from 'fontkit'

/** Laid-out words kept of one font: about those of all our documents in all languages. */
const KEPT_WORDS = 4_000

/** Ends the list of a font's characters, and is none. */
const NO_CHARACTER = 0xffff

const IS_LETTER_WITHOUT_CASE = /^\p{Lo}$/u

/** The characters whose copy a character is, such as those of an Arabic letter in the form that it has inside a word. */
function originalsOf(character: number): number[] {
  const normal = String.fromCodePoint(character).normalize('NFKC')
  return [...normal].map((one) => one.codePointAt(0)!)
}

/**
 * Asks for every glyph by its own characters. A glyph keeps the characters that it was first asked for with, and cutting a
 * font down for a document asks for the o and the dots of an ö with none: later documents would show that o, but nobody
 * could search, copy or hear it. The form of an Arabic letter is named by the letter, as people type it; two letters in
 * one glyph keep their own character, for some readers turn the two round.
 */
function nameGlyphs(font: PdfFont) {
  const isCopy = (character: number) => originalsOf(character)[0] !== character
  const characters = font.characterSet.filter((character) => character !== NO_CHARACTER)
  const copies = new Set(characters.filter(isCopy))
  const named = (character: number) => {
    if (!copies.has(character) || !IS_LETTER_WITHOUT_CASE.test(String.fromCodePoint(character))) return character
    const [original, ...others] = originalsOf(character)
    return others.length > 0 ? character : original!
  }
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, asked = []) => {
    const glyph = getGlyph(id, asked.map(named))
    if (glyph?.codePoints.length === 0) glyph.codePoints = asked.map(named)
    return glyph
  }
  // Of characters that share a glyph, the one that copies none names it.
  for (const character of characters) if (!copies.has(character)) font.glyphForCodePoint(character)
  for (const character of copies) font.glyphForCodePoint(character)
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
