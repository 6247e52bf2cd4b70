/** What we use of the package, which comes without types. */
declare module 'fontkit' {
  export interface Run {
    readonly positions: readonly object[]
    readonly advanceWidth: number
  }
  export interface PdfFont {
    readonly characterSet: readonly number[]
    glyphForCodePoint(character: number): object
    layout(text: string, features?: unknown): Run
  }
  export function openSync(file: string): PdfFont
}
