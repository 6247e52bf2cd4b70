import { AppError } from '../errors.ts'

const active = ['/JavaScript', '/JS', '/Launch', '/EmbeddedFile', '/RichMedia', '/XFA']

/**
 * Accepts only what is a PDF by its bytes and carries nothing that runs or hides another file.
 * @throws FILE_NOT_ACCEPTED with the reason in `details`
 */
export function checkUploadedPdf(content: Buffer): void {
  if (content.subarray(0, 5).toString('latin1') !== '%PDF-')
    throw new AppError('FILE_NOT_ACCEPTED', { details: { reason: 'NOT_A_PDF' } })
  // Names may be written with hex escapes, as in /J#61vaScript.
  const text = content
    .toString('latin1')
    .replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const found = active.find((name) => new RegExp(`${name}\\b`).test(text))
  if (found) throw new AppError('FILE_NOT_ACCEPTED', { details: { reason: 'ACTIVE_CONTENT' } })
}
