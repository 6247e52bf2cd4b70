import { describe, expect, it } from 'vitest'
import type { AppError } from '#platform/contract/errors.ts'
import { checkUploadedProof } from './uploaded-proof.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 21]),
  Buffer.from('Exif\0\0GPS 60.17 N'),
  Buffer.alloc(2),
  Buffer.from([0xff, 0xdb, 0, 4, 1, 1, 0xff, 0xda, 0, 2, 7, 0xff, 0xd9]),
])
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\n%%EOF\n')

const reasonOf = (content: Buffer) => {
  try {
    checkUploadedProof(content)
  } catch (error) {
    return (error as AppError).extras.details
  }
  return null
}

describe('an uploaded proof', () => {
  it('is known by its bytes', () => {
    expect(checkUploadedProof(png)).toMatchObject({ contentType: 'image/png', content: png })
    expect(checkUploadedProof(jpeg).contentType).toBe('image/jpeg')
    expect(checkUploadedProof(pdf).contentType).toBe('application/pdf')
  })

  it('loses the place where a camera took it', () => {
    const { content } = checkUploadedProof(jpeg)
    expect([jpeg.includes('GPS'), content.includes('GPS')]).toEqual([true, false])
  })

  it('loses what follows the end of a picture', () => {
    expect(checkUploadedProof(Buffer.concat([png, Buffer.from('<script>')])).content).toEqual(png)
  })

  it.each([
    ['a page', Buffer.from('<html></html>'), 'NOT_A_PROOF'],
    ['half a picture', png.subarray(0, 30), 'NOT_A_PROOF'],
    ['a PDF that runs something', Buffer.from('%PDF-1.4\n<< /JavaScript 1 >>\n%%EOF'), 'ACTIVE_CONTENT'],
  ])('is refused when it is %s', (_, content, reason) => {
    expect(reasonOf(content)).toEqual({ reason })
  })
})
