import { AppError } from '#platform/contract/errors.ts'
import { checkUploadedPdf } from './uploaded-pdf.ts'
import { checkUploadedPhoto } from './uploaded-photo.ts'

interface UploadedProof {
  readonly content: Buffer
  readonly contentType: 'application/pdf' | 'image/png' | 'image/jpeg'
}

const isPdf = (uploaded: Buffer) => uploaded.subarray(0, 5).toString('latin1') === '%PDF-'

/** A picture without the place where it was taken and what hangs on behind its end; null for anything else. */
function pictureOf(uploaded: Buffer): UploadedProof | null {
  try {
    const { content, contentType } = checkUploadedPhoto(uploaded)
    return contentType === 'image/webp' ? null : { content, contentType }
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/**
 * Accepts what is a PDF, a PNG or a JPEG by its bytes, whatever it is called; a picture loses what a photo loses.
 * @throws FILE_NOT_ACCEPTED with the reason in `details`: NOT_A_PROOF, or why a PDF is refused
 */
export function checkUploadedProof(uploaded: Buffer): UploadedProof {
  if (isPdf(uploaded)) return { content: checkUploadedPdf(uploaded), contentType: 'application/pdf' }
  const picture = pictureOf(uploaded)
  if (!picture) throw new AppError('FILE_NOT_ACCEPTED', { details: { reason: 'NOT_A_PROOF' } })
  return picture
}
