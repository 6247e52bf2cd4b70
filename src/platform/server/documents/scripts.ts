import bidiFactory from 'bidi-js'
import type { PdfFont } from 'fontkit'
import { type PdfFace, pdfFaces } from '#platform/pdf/frame.ts'

/** Fonts for letters that the brand's font lacks. */
export interface ScriptFonts {
  /** The brand's font. */
  readonly brand: PdfFont
  /** In the order in which they are asked. */
  readonly names: readonly string[]
  /** Opens a font at its first use. */
  open(name: string, face: PdfFace): PdfFont
}

/** What pdfkit keeps and its types leave out. */
type Drawing = Omit<PDFKit.PDFDocument, 'widthOfString'> & {
  _font: { readonly ascender: number }
  _fontSize: number
  _fontFamilies: Record<string, unknown>
  widthOfString(text: string, options?: LineOptions): number
  _fragment(text: string, x: number, y: number, options: LineOptions): void
}

type LineOptions = Omit<PDFKit.Mixins.TextOptions, 'baseline' | 'width' | 'align' | 'features'> & {
  readonly features?: unknown
  readonly align?: string | undefined
  readonly baseline?: number | string | undefined
  readonly width?: number | undefined
  readonly lineWidth?: number
  readonly textWidth?: number | undefined
  readonly wordCount?: number | undefined
}

/** Neighbouring characters of one font and direction. */
interface Run {
  text: string
  /** Name of a font for other letters; null is the brand's font. */
  readonly font: string | null
  /** Of the bidirectional algorithm: an odd level runs from right to left. */
  readonly level: number
}

interface Split {
  /** In the order in which they stand on the line. */
  readonly runs: readonly Run[]
  /** Letters, marks and digits that no font has. */
  readonly missing: readonly string[]
}

/** Signs that the brand's font has for certain: most texts, told by one look. */
const BRAND_SIGNS = /^[\n\t -~\u00a0-\u00ac\u00ae-\u00ff–€]*$/
const WORDS_AND_SIGNS = /[\p{L}\p{M}\p{Join_Control}]+|[^\p{L}\p{M}\p{Join_Control}]/gu
const IS_WORD = /^[\p{L}\p{M}\p{Join_Control}]/u
const IS_OF_NAMES = /^[\p{L}\p{M}\p{N}]/u
const IS_UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u
const REPLACEMENT = '\ufffd'
/**
 * Asks for the words of a run in its own direction; without it pdfkit lays out word after word from left to right. A letter
 * is not taken apart into letter and dot, which would be copied as two.
 */
const WHOLE_RUN = { kern: true, liga: true, ccmp: false }
const KEPT_TEXTS = 4_000

/** The package is a function; its types say that it holds one. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Puts runs in the order of the line: rule L2 of the bidirectional algorithm. */
function inLineOrder(runs: readonly Run[]): Run[] {
  const line = [...runs]
  for (let level = Math.max(...runs.map((run) => run.level)); level > 0; level -= 1) {
    for (let from = 0; from < line.length; from += 1) {
      let to = from
      while (to < line.length && line[to]!.level >= level) to += 1
      line.splice(from, to - from, ...line.slice(from, to).reverse())
      from = to
    }
  }
  return line
}

/** Splits texts into runs by font and direction; a text in the brand's letters alone is null. */
function createSplitter({ brand, names, open }: ScriptFonts) {
  const has = (name: string | null, text: string) => {
    const font = name === null ? brand : open(name, 'text')
    return [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0)!))
  }
  const firstFor = (text: string) => [null, ...names].find((name) => has(name, text))
  const missing: string[] = []

  /** The characters of a text with the font of each; a word keeps one font where one has all of it. */
  function fontsOf(text: string, levels: Uint8Array) {
    const pieces: { text: string; font: string | null; at: number }[] = []
    const add = (part: string, at: number) => {
      const before = pieces.at(-1)
      const isLikeBefore = before && !IS_WORD.test(part) && levels[before.at] === levels[at] && has(before.font, part)
      const font = isLikeBefore ? before.font : firstFor(part)
      if (font !== undefined) return pieces.push({ text: part, font, at })
      if (part.length > 1 && [...graphemes.segment(part)].length > 1) {
        for (const { segment, index } of graphemes.segment(part)) add(segment, at + index)
        return
      }
      if (IS_UNSEEN.test(part)) return
      if (IS_OF_NAMES.test(part)) missing.push(part)
      pieces.push({ text: REPLACEMENT, font: firstFor(REPLACEMENT) ?? null, at })
    }
    for (const { 0: part, index } of text.matchAll(WORDS_AND_SIGNS)) add(part, index)
    return pieces
  }

  function split(text: string): Split | null {
    if (has(null, text)) return null
    // Documents are written in languages that run from left to right; names in others stand in them.
    const { levels } = bidi.getEmbeddingLevels(text, 'ltr')
    const mirrored = bidi.getMirroredCharactersMap(text, levels)
    const runs: Run[] = []
    missing.length = 0
    for (const { text: part, font, at } of fontsOf(text, levels)) {
      const level = levels[at]!
      const shown = mirrored.get(at) ?? part
      const last = runs.at(-1)
      if (last?.font === font && last.level === level) last.text += shown
      else runs.push({ text: shown, font, level })
    }
    const [first] = runs
    if (runs.length === 1 && first!.font === null && first!.text === text) return null
    return { runs: inLineOrder(runs), missing: [...missing] }
  }

  const kept = new Map<string, Split | null>()
  return (text: string): Split | null => {
    if (BRAND_SIGNS.test(text)) return null
    const known = kept.get(text)
    if (known !== undefined) return known
    if (kept.size > KEPT_TEXTS) kept.clear()
    const found = split(text)
    kept.set(text, found)
    return found
  }
}

/**
 * Teaches documents letters that the brand's font lacks: their texts are measured and drawn in runs by font and
 * direction. pdfkit knows one font for a text, so that its measuring and its drawing of a line are replaced.
 */
export function createScripts(fonts: ScriptFonts) {
  const split = createSplitter(fonts)
  /** @returns the letters, marks and digits of the document that no font has, as they are found */
  return (document: PDFKit.PDFDocument): ReadonlySet<string> => {
    const doc = document as unknown as Drawing
    const missing = new Set<string>()
    const drawLine = doc._fragment.bind(doc)
    const measure = doc.widthOfString.bind(doc)

    /** Draws or measures runs one after the other, each with its own font. */
    function eachRun(runs: readonly Run[], options: LineOptions, act: (text: string, own: LineOptions) => void) {
      const face = pdfFaces.find((one) => doc._fontFamilies[one] === doc._font) ?? 'text'
      for (const { text, font, level } of runs) {
        if (font !== null) {
          const name = `${face} ${font}`
          if (!doc._fontFamilies[name]) doc.registerFont(name, fonts.open(font, face) as unknown as ArrayBuffer)
          doc.font(name)
        }
        const own = font === null ? options : { ...options, features: WHOLE_RUN }
        act(font === null && level % 2 === 1 ? [...text].reverse().join('') : text, own)
        doc.font(face)
      }
    }

    function widthOf(runs: readonly Run[], options: LineOptions): number {
      let width = 0
      const spacing = options.characterSpacing ?? 0
      eachRun(runs, options, (text, own) => {
        width += measure(text, own) + spacing
      })
      return width - spacing
    }

    doc.widthOfString = (text, options = {}) => {
      const found = split(text)
      return found ? widthOf(found.runs, options) : measure(text, options)
    }

    doc._fragment = (given, x, y, options) => {
      const text = given.replace(/\n/g, '')
      const found = split(text)
      if (!found) return drawLine(given, x, y, options)
      for (const one of found.missing) missing.add(one)
      const { align, width, lineWidth = 0, textWidth = 0 } = options
      let place = x
      if (width && align === 'right') place += lineWidth - doc.widthOfString(text.trimEnd(), options)
      if (width && align === 'center') place += lineWidth / 2 - textWidth / 2
      // All fonts stand on the brand's font's line.
      const baseline = (-doc._font.ascender / 1000) * doc._fontSize
      const bare = { ...options, align: undefined, width: undefined, baseline }
      eachRun(found.runs, bare, (part, own) => {
        const advance = measure(part, own)
        drawLine(part, place, y, { ...own, textWidth: advance, wordCount: 1 })
        place += advance + (options.characterSpacing ?? 0)
      })
    }
    return missing
  }
}
