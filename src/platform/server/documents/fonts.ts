import { openSync, type PdfFont, type Run } from 'fontkit'

/** Laid-out words kept of one font: about those of all our documents in all languages. */
const KEPT_WORDS = 4_000

/**
 * Opens a font for all documents of the process. A document's words are mostly those of the one before, so each word is
 * laid out once; finding its glyphs and kerning is the dearest part of drawing a document.
 */
export function openFont(file: string): PdfFont {
  const font = openSync(file)
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
