import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { contentDisposition, safeFileName } from './safe-file-name.ts'

describe('a safe file name', () => {
  it.each([
    ['lasku-2026.pdf', 'lasku-2026.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\x\\sopimus.pdf', 'sopimus.pdf'],
    ['..\\..\\x', 'x'],
    ['..', 'file'],
    ['/', 'file'],
    ['', 'file'],
    ['.htaccess', 'htaccess'],
    ['lasku.pdf. . ', 'lasku.pdf'],
    ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie x=1.pdf'],
    ['lasku\u202Efdp.exe', 'laskufdp.exe'],
    ['a\u0000b\u200Bc\u2066d\u2028e.pdf', 'abcde.pdf'],
    ['"><script>.pdf', 'script.pdf'],
    ['pyörä ÄÖÅ  2026.pdf', 'pyörä ÄÖÅ 2026.pdf'],
    ['lasku\uD800.pdf', 'lasku.pdf'],
  ])('of %j is %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe)
  })

  it('has at most 150 characters and keeps the extension', () => {
    const long = safeFileName(`${'ä'.repeat(300)}.pdf`)
    expect(long).toHaveLength(150)
    expect(long.endsWith('ä.pdf')).toBe(true)
    expect(safeFileName(`x.${'y'.repeat(300)}`)).toHaveLength(150)
  })

  it('never ends in half a letter', () => {
    for (const before of [145, 146, 147, 148, 149, 150]) {
      expect(safeFileName(`${'a'.repeat(before)}🚲🚲🚲`).isWellFormed()).toBe(true)
    }
  })

  it('stays what it is when it is made safe again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const safe = safeFileName(name)
        expect(safeFileName(safe)).toBe(safe)
        expect(safe).toMatch(/^[^/\\\p{Cc}\p{Cf}"<>|:*?]{1,150}$/u)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a Content-Disposition', () => {
  it('names the file twice, for old programs in ASCII', () => {
    expect(contentDisposition('työsopimus (1).pdf')).toBe(
      `attachment; filename="tyosopimus (1).pdf"; filename*=UTF-8''ty%C3%B6sopimus%20%281%29.pdf`,
    )
    expect(contentDisposition('自転車', true)).toBe(
      `inline; filename="file"; filename*=UTF-8''%E8%87%AA%E8%BB%A2%E8%BB%8A`,
    )
  })

  test('a name of any kind stays inside its quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        const header = contentDisposition(name)
        const parts = /^attachment; filename="([^"\\%]+)"; filename\*=UTF-8''([\w.!#$&+^`|~%-]+)$/.exec(header)
        expect(parts).not.toBeNull()
        expect(decodeURIComponent(parts![2]!)).toBe(safeFileName(name))
      }),
      { numRuns: 2_000 },
    )
  })
})
