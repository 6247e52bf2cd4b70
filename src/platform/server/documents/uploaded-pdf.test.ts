import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { demoBrand } from '#platform/values/brand.ts'
import { createPdf } from './pdf.ts'
import { makeP12, sealPdf } from './seal.ts'
import { checkUploadedPdf } from './uploaded-pdf.ts'

const at = new Date('2026-03-14T11:02:51Z')

async function invoice(): Promise<Buffer> {
  const page = await createPdf({ title: 'Lasku', language: 'fi', brand: demoBrand, at, headline: 'Lasku 1' })
  page.title('Lasku')
  return page.finish()
}

async function withAction(action: Record<string, string>, packed: boolean): Promise<Buffer> {
  const document = await PDFDocument.load(await invoice())
  const entries = Object.entries(action).map(([key, value]) => [
    key,
    key === 'S' ? PDFName.of(value) : PDFString.of(value),
  ])
  document.catalog.set(
    PDFName.of('OpenAction'),
    document.context.register(document.context.obj(Object.fromEntries(entries))),
  )
  return Buffer.from(await document.save({ useObjectStreams: packed }))
}

const reasonOf = (content: Buffer) => {
  try {
    checkUploadedPdf(content)
    return null
  } catch (error) {
    return (error as { extras: { details: { reason: string } } }).extras.details.reason
  }
}

const packed = (objects: Buffer, filter = '/Filter /FlateDecode') =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /N 1 /First 4 ${filter} >>\nstream\n`),
    objects,
    Buffer.from('\nendstream\nendobj\n'),
  ])

describe('an uploaded PDF', () => {
  it('is accepted when it is a plain document, packed or sealed', async () => {
    const plain = await invoice()
    const sealed = await sealPdf(plain, {
      p12: await makeP12({ commonName: 'Esimerkki Oy', at, passphrase: 'demo' }),
      passphrase: 'demo',
      reason: 'Lasku',
      at,
    })
    const repacked = Buffer.from(await (await PDFDocument.load(plain)).save({ useObjectStreams: true }))
    for (const content of [plain, sealed, repacked]) expect(reasonOf(content)).toBe(null)
  })

  it.each(['', '%PDF', 'GIF89a%PDF-1.7', '<html>%PDF-1.7', '\n%PDF-1.7'])(
    'is refused when it begins with %j',
    (begin) => {
      expect(reasonOf(Buffer.from(begin))).toBe('NOT_A_PDF')
    },
  )

  it.each([true, false])('is refused when it runs a script or starts a program (packed: %s)', async (isPacked) => {
    expect(reasonOf(await withAction({ S: 'JavaScript', JS: 'app.alert(1)' }, isPacked))).toBe('ACTIVE_CONTENT')
    expect(reasonOf(await withAction({ S: 'Launch', F: 'cmd.exe' }, isPacked))).toBe('ACTIVE_CONTENT')
  })

  it('is refused when it carries another file', async () => {
    const document = await PDFDocument.load(await invoice())
    await document.attach(Buffer.from('MZ'), 'x.exe')
    expect(reasonOf(Buffer.from(await document.save({ useObjectStreams: false })))).toBe('ACTIVE_CONTENT')
    expect(reasonOf(Buffer.from(await document.save({ useObjectStreams: true })))).toBe('ACTIVE_CONTENT')
  })

  it.each([
    '/J#61vaScript',
    '/#4Aava#53cript',
    '/Launch',
    '/L#61unch',
    '/EmbeddedFile',
    '/EmbeddedFiles',
    '/RichMedia',
    '/XFA',
    '/SubmitForm',
    '/ImportData',
    '/GoToR',
    '/Movie',
    '/Sound',
    '/AA',
    '/EF',
    '/URI (file:////evil/share)',
    '/URI (\\\\\\\\evil\\\\share)',
    '/URI <6a61>',
    '/U#52I (javascript:1)',
  ])('is refused for %s', (name) => {
    expect(reasonOf(Buffer.from(`%PDF-1.7\n1 0 obj\n<< /S ${name} >>\nendobj\n`))).toBe('ACTIVE_CONTENT')
    expect(reasonOf(packed(deflateSync(`1 0 << /S ${name}>>`)))).toBe('ACTIVE_CONTENT')
  })

  it('loses what follows its end, where a page or a program may hide', async () => {
    const plain = await invoice()
    const hidden = Buffer.concat([plain, Buffer.from('\n<html><script>alert(1)</script>')])
    expect(checkUploadedPdf(hidden).toString('latin1')).not.toContain('<html>')
    expect(
      checkUploadedPdf(hidden)
        .subarray(0, -1)
        .equals(plain.subarray(0, checkUploadedPdf(hidden).length - 1)),
    ).toBe(true)
    expect(checkUploadedPdf(plain).equals(plain)).toBe(true)
  })

  it('may link to a page and a mailbox', () => {
    for (const link of ['https://bikes.example', 'mailto:hei@bikes.example'])
      expect(reasonOf(Buffer.from(`%PDF-1.7\n1 0 obj\n<< /S /URI /URI (${link}) >>\nendobj\n`))).toBe(null)
  })

  it('is not refused for a longer name or for words in its text', () => {
    expect(reasonOf(Buffer.from('%PDF-1.7\n1 0 obj\n<< /LaunchDay (JavaScript, Launch) >>\nendobj\n'))).toBe(null)
  })

  it('is refused when it cannot be looked into', () => {
    expect(reasonOf(packed(Buffer.from('not compressed at all')))).toBe('UNREADABLE')
    expect(reasonOf(packed(deflateSync(Buffer.alloc(40 * 1_048_576))))).toBe('UNREADABLE')
    // Many parts, each within the bounds, and names without end cost minutes when nobody adds them up.
    expect(reasonOf(Buffer.concat(Array(3).fill(packed(deflateSync(Buffer.alloc(16 * 1_048_576))))))).toBe('UNREADABLE')
    expect(reasonOf(Buffer.from(`%PDF-1.7\n${'/ObjStm '.repeat(2000)}`))).toBe('UNREADABLE')
    const decoy = Buffer.concat([Buffer.from('(stream\n'), deflateSync('1 0'), Buffer.from(')')]).toString('latin1')
    const hidden = packed(deflateSync('1 0 << /S /JavaScript >>')).toString('latin1')
    for (const disguised of [
      hidden.replace('/N 1', `/N 1 ${decoy}`),
      hidden.replace('/ObjStm', '/Obj#53tm'),
      hidden.replace('stream\n', 'stream\r'),
    ])
      expect(reasonOf(Buffer.from(disguised, 'latin1'))).toBe('UNREADABLE')
    expect(reasonOf(Buffer.from('%PDF-1.7\ntrailer\n<< /Encrypt 5 0 R >>\n'))).toBe('UNREADABLE')
  })
})
