interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/** `Name <name@company.example>`, as mail programs write a person; a name with a comma stands in quotes. */
const recipient = /(?:"([^"]*)"|([^<>"]*?))\s*<\s*([^<>\s]+@[^<>\s]+)\s*>/g

const trimmed = (text: string) => text.normalize('NFC').replace(/^[\s;,]+|[\s;,]+$/g, '')

/** The cells of a line without such a person, by the first separator that it has. */
function plainCells(line: string): string[] {
  const separator = ['\t', ';', '|', ','].find((one) => line.includes(one)) ?? ';'
  return line.split(separator).map(trimmed)
}

/** The people of one line, each with what stands behind the address. */
function ofLine(line: string): string[][] {
  const found = [...line.matchAll(recipient)]
  if (found.length === 0) return [plainCells(line)]
  return found.map(([whole, quoted, bare, email], at) => {
    const behind = found.length === 1 ? line.slice((found[at]?.index ?? 0) + whole.length) : ''
    return [trimmed(quoted ?? bare ?? ''), email ?? '', ...plainCells(trimmed(behind))]
  })
}

/**
 * The rows of a list of recipients as a mail program copies them, several on a line or one on each; undefined for a text
 * that names nobody so, which is a table.
 */
export function mailRows(text: string): Row[] | undefined {
  if (!/<\s*[^<>\s]+@[^<>\s]+\s*>/.test(text)) return undefined
  return text
    .split(/\r\n?|\n/)
    .flatMap((line, at) => (trimmed(line) === '' ? [] : ofLine(line).map((cells) => ({ line: at + 1, cells }))))
}
