import { describe, expect, it } from 'vitest'
import { checkUploadedPhoto } from './uploaded-photo.ts'

const segment = (marker: number, text: string | Buffer) => {
  const body = Buffer.from(text as string, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
/** The camera's data: little-endian, an orientation and a text that stands for the position. */
const exif = (orientation: number) =>
  segment(
    0xe1,
    Buffer.concat([
      Buffer.from('Exif\0\0II', 'latin1'),
      Buffer.from([42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]),
      Buffer.from('GPS 60.17 N 24.94 E'),
    ]),
  )
const jfif = segment(0xe0, Buffer.from('JFIF\0\x01\x02\x01\0\x48\0\x48\0\0', 'latin1'))
const jpeg = (...segments: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jfif,
    ...segments,
    segment(0xdb, 'table'),
    segment(0xda, 'scan'),
    Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3]),
    segment(0xfe, 'GPS between scans'),
    segment(0xda, 'scan'),
    Buffer.from([4, 0xff, 0xd9]),
  ])
const pngChunk = (kind: string, text: string) => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(text.length)
  return Buffer.concat([size, Buffer.from(kind + text, 'latin1'), Buffer.alloc(4)])
}
const png = (...chunks: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', 'head'),
    ...chunks,
    pngChunk('IDAT', 'data'),
    pngChunk('IEND', ''),
  ])
const webpChunk = (kind: string, body: Buffer) => {
  const head = Buffer.from(`${kind}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}
const webp = (...chunks: Buffer[]) => {
  const body = Buffer.concat(chunks)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}
const tail = Buffer.from('GPS behind the end')

describe('a photo', () => {
  it.each([
    [
      'JPEG',
      jpeg(exif(1), segment(0xed, 'GPS in IPTC'), segment(0xe2, 'ICC_PROFILE\0 GPS')),
      jpeg().length - segment(0xfe, 'GPS between scans').length,
    ],
    [
      'PNG',
      png(pngChunk('eXIf', 'GPS'), pngChunk('tEXt', 'GPS'), pngChunk('gAMA', 'GPS in gAMA'), pngChunk('iCCP', 'GPS')),
      png().length,
    ],
    [
      'WebP',
      webp(
        webpChunk('VP8X', Buffer.from([0x0c, 0, 0])),
        webpChunk('VP8 ', tail.subarray(0, 1)),
        webpChunk('EXIF', tail),
        webpChunk('ICCP', tail),
      ),
      34,
    ],
  ])('as %s loses position, texts and what hangs behind it', (_kind, uploaded, length) => {
    const { content } = checkUploadedPhoto(Buffer.concat([uploaded, tail]))
    expect(content.includes('GPS')).toBe(false)
    expect(content).toHaveLength(length)
    expect(checkUploadedPhoto(content).content.equals(content)).toBe(true)
  })

  it('in WebP no longer announces what was taken out', () => {
    const head = webpChunk('VP8X', Buffer.from([0x3c, 0, 0, 0]))
    const { content, contentType } = checkUploadedPhoto(webp(head, webpChunk('VP8 ', tail), webpChunk('EXIF', tail)))
    expect([contentType, content[20], content.readUInt32LE(4)]).toEqual(['image/webp', 0x10, content.length - 8])
  })

  it('in JPEG keeps the orientation that the camera noted, and nothing beside it', () => {
    const turned = checkUploadedPhoto(jpeg(exif(6))).content
    const plain = checkUploadedPhoto(jpeg(exif(1))).content
    expect(turned).toHaveLength(plain.length + 36)
    expect(checkUploadedPhoto(turned).content.equals(turned)).toBe(true)
  })

  it('in JPEG loses the texts that stand behind a known name: Adobe, JFIF, a colour profile', () => {
    const text = '<script>GPS 60.17 N</script>'.repeat(2_000)
    const named = [
      segment(0xe0, Buffer.concat([jfif.subarray(4, 16), Buffer.from([9, 9]), Buffer.from(text)])),
      segment(0xe2, `ICC_PROFILE\0\x01\x01${text}`),
      segment(0xee, `Adobe\0\x64${text}`),
      segment(0xf0, text),
    ]
    const { content } = checkUploadedPhoto(jpeg(...named))
    expect(content.includes('GPS')).toBe(false)
    // Adobe's 16 bytes and those of JFIF once more, with no preview behind them.
    expect(content).toHaveLength(checkUploadedPhoto(jpeg()).content.length + 16 + 18)
    const cmyk = segment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\x02', 'latin1'))
    expect(checkUploadedPhoto(jpeg(cmyk)).content.includes(cmyk)).toBe(true)
  })

  it.each([
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0and more bytes')],
    ['NOT_A_PHOTO', Buffer.from('%PDF-1.7 and a few more bytes')],
    ['NOT_A_PHOTO', jpeg().subarray(0, -2)],
    ['NOT_A_PHOTO', jpeg().subarray(0, 25)],
    ['NOT_A_PHOTO', png().subarray(0, -6)],
    ['NOT_A_PHOTO', webp(webpChunk('VP8 ', tail)).subarray(0, -6)],
    ['NOT_A_PHOTO', webp(webpChunk('EXIF', tail))],
    ['NOT_A_PHOTO', webp(webpChunk('ANIM', tail), webpChunk('ANMF', tail))],
  ])('that is none is refused with %s', (reason, uploaded) => {
    expect(() => checkUploadedPhoto(uploaded)).toThrow(expect.objectContaining({ extras: { details: { reason } } }))
  })
})
