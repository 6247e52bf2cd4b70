/** What we use of the package, which comes without types. */
declare module 'fontkit' {
  export interface Run {
    readonly positions: readonly object[]
    readonly advanceWidth: number
  }
  export interface PdfFont {
    readonly characterSet: readonly number[]
    getGlyph(id: number, characters?: readonly number[]): { codePoints: readonly number[] } | null
    glyphForCodePoint(character: number): object
    hasGlyphForCodePoint(character: number): boolean
    layout(text: string, features?: unknown): Run
  }
  export function openSync(file: string): PdfFont
}
