import { describe, expect, it } from 'vitest'
import { decoded, FileDecoder } from './decode.ts'

const text = '<?xml version="1.0"?><a>Mäkelä Öljy 5 €</a>'
const declared = (encoding: string) => text.replace('?>', ` encoding="${encoding}"?>`)
const wide = (of: string, isBig = false) => {
  const bytes = Buffer.from(of, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
/** The text in single bytes, the euro sign as the encoding has it. */
const narrow = (of: string, euro: number) => Buffer.from(of.replaceAll('€', String.fromCharCode(euro)), 'latin1')

describe('the text of a file', () => {
  it('is read by its byte order mark', () => {
    expect(decoded(Buffer.from(`\uFEFF${text}`))).toBe(text)
    expect(decoded(wide(`\uFEFF${text}`))).toBe(text)
    expect(decoded(wide(`\uFEFF${text}`, true))).toBe(text)
  })

  it('is read in UTF-16 without a mark', () => {
    expect(decoded(wide(declared('UTF-16')))).toBe(declared('UTF-16'))
    expect(decoded(wide(text, true))).toBe(text)
  })

  it('is read in the encoding that it names', () => {
    expect(decoded(narrow(declared('ISO-8859-15'), 0xa4))).toBe(declared('ISO-8859-15'))
    expect(decoded(narrow(declared('latin-9'), 0xa4))).toBe(declared('latin-9'))
    expect(decoded(narrow(declared('windows-1252'), 0x80))).toBe(declared('windows-1252'))
  })

  it('is read as what it is where it names another encoding', () => {
    for (const encoding of ['ISO-8859-1', 'UTF-16', 'KLINGON'])
      expect(decoded(Buffer.from(declared(encoding)))).toBe(declared(encoding))
    expect(decoded(narrow(declared('UTF-8'), 0x80))).toBe(declared('UTF-8'))
    expect(decoded(narrow(text, 0x80))).toBe(text)
    expect(decoded(narrow(declared('KLINGON'), 0x80))).toBe(declared('KLINGON'))
  })

  it('is the same however the file is cut into chunks', () => {
    for (const bytes of [Buffer.from(text), narrow(text, 0x80), wide(`\uFEFF${text}`), Buffer.from('a😀ä')]) {
      for (let size = 1; size < bytes.length; size += 3) {
        const decoder = new FileDecoder()
        let all = ''
        for (let at = 0; at < bytes.length; at += size) all += decoder.decode(bytes.subarray(at, at + size))
        all += decoder.decode(new Uint8Array(), { isLast: true })
        expect(all.replace(/^\uFEFF/, '')).toBe(decoded(bytes))
      }
    }
  })
})

it.each([
  ['as DOS wrote it', [0x50, 0x79, 0x94, 0x72, 0x84, 0x3b, 0x8e, 0x68, 0x74, 0x84, 0x72, 0x69], 'Pyörä;Ähtäri'],
  ['as the old Mac wrote it', [0x50, 0x79, 0x9a, 0x72, 0x8a, 0x3b, 0x80, 0x68, 0x74, 0x8a, 0x72, 0x69], 'Pyörä;Ähtäri'],
  ['as Windows writes it', [0x50, 0x79, 0xf6, 0x72, 0xe4, 0x3b, 0xc4, 0x68, 0x74, 0xe4, 0x72, 0x69], 'Pyörä;Ähtäri'],
  ['with a letter that Finnish rarely has', [0x8a, 0x61, 0x6b, 0x6b, 0x69, 0x20, 0x64, 0xf6], 'Šakki dö'],
  ['without a word around its signs', [0x31, 0x30, 0x20, 0x80], '10 €'],
])('a list is read %s', (_, bytes, text) => expect(decoded(Uint8Array.from(bytes))).toBe(text))
