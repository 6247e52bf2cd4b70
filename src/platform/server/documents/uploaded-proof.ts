import { AppError } from '#platform/contract/errors.ts'
import { checkUploadedPdf } from './uploaded-pdf.ts'

const PNG_BEGIN = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
const PNG_END = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])
const JPEG_BEGIN = Buffer.from([0xff, 0xd8, 0xff])
const JPEG_END = Buffer.from([0xff, 0xd9])

export interface UploadedProof {
  readonly content: Buffer
  readonly contentType: 'application/pdf' | 'image/png' | 'image/jpeg'
}

/** A picture from its beginning to its end, without what follows, where another kind of file may hide. */
function pictureOf(uploaded: Buffer, begin: Buffer, end: Buffer): Buffer | null {
  if (!uploaded.subarray(0, begin.length).equals(begin)) return null
  const at = uploaded.lastIndexOf(end)
  return at < begin.length ? null : uploaded.subarray(0, at + end.length)
}

/**
 * Accepts what is a PDF, a PNG or a JPEG by its bytes, whatever it is called.
 * @throws FILE_NOT_ACCEPTED with the reason in `details`: NOT_A_PROOF, or why a PDF is refused
 */
export function checkUploadedProof(uploaded: Buffer): UploadedProof {
  const png = pictureOf(uploaded, PNG_BEGIN, PNG_END)
  if (png) return { content: png, contentType: 'image/png' }
  const jpeg = pictureOf(uploaded, JPEG_BEGIN, JPEG_END)
  if (jpeg) return { content: jpeg, contentType: 'image/jpeg' }
  if (uploaded.subarray(0, 5).toString('latin1') !== '%PDF-')
    throw new AppError('FILE_NOT_ACCEPTED', { details: { reason: 'NOT_A_PROOF' } })
  return { content: checkUploadedPdf(uploaded), contentType: 'application/pdf' }
}
