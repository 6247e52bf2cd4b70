/** A file that is not what it should be, with the line that shows it. */
export class FileFault extends Error {
  readonly code: string
  readonly line: number
  constructor(code: string, line: number) {
    super(`${code} in line ${line}`)
    this.code = code
    this.line = line
  }
}
