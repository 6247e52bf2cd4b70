import { inflateSync } from 'node:zlib'
import { AppError } from '#platform/contract/errors.ts'

/** Names of PDF that run something, open something, send something or carry another file. */
const ACTIVE =
  /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|EF|RichMedia|Rendition|Movie|Sound|GoToE|GoToR|GoTo3DView|SubmitForm|ImportData|XFA|AA)(?=[\s\0()<>[\]{}/%]|$)/
/** A link may lead to a page or a mailbox. Any other address, or one that cannot be read here, is refused. */
const ODD_LINK = /\/URI\s*(?:<|\d|\((?!https?:\/\/|mailto:|tel:))/i
const isActive = (text: string) => ACTIVE.test(text) || ODD_LINK.test(text)
const END = '%%EOF'
const ENCRYPTED = /\/Encrypt(?=[\s\0()<>[\]{}/%])/
const OBJECT_STREAM_NAME = /\/ObjStm(?=[\s\0()<>[\]{}/%])/g
/**
 * An object stream holds other objects, compressed, and its data begin after the rest of its dictionary. Texts and
 * comments have no place in there; they could be made to look like the data.
 */
const OBJECT_STREAM = /\/ObjStm(?=[\s<>[\]/])(?:(?!endobj)[\w\s/.<>[\]+-]){0,2000}?\bstream\r?\n/g
/** More than that the packed parts may not hold together, so that a small file costs neither memory nor minutes. */
const MAX_INFLATED_BYTES = 32 * 1_048_576
/** Writers pack a hundred objects and more into each stream; a thousand streams are a document of many thousand pages. */
const MAX_OBJECT_STREAMS = 1000

type Refusal = 'NOT_A_PDF' | 'ACTIVE_CONTENT' | 'UNREADABLE'

function refuse(reason: Refusal): never {
  throw new AppError('FILE_NOT_ACCEPTED', { details: { reason } })
}

/** Names may be written with hex escapes, as in `/J#61vaScript`. */
function withPlainNames(content: Buffer): string {
  const text = content.toString('latin1')
  return text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** The objects that are packed into streams. @throws FILE_NOT_ACCEPTED when a part cannot be looked into */
function packedObjects(content: Buffer): Buffer[] {
  const named = withPlainNames(content).match(OBJECT_STREAM_NAME)?.length ?? 0
  if (named > MAX_OBJECT_STREAMS) refuse('UNREADABLE')
  const found = [...content.toString('latin1').matchAll(OBJECT_STREAM)]
  if (found.length !== named) refuse('UNREADABLE')
  let bytesLeft = MAX_INFLATED_BYTES
  return found.map(({ 0: head, index }) => {
    try {
      // What follows the compressed data is not looked at, so the stream's length need not be known.
      const objects = inflateSync(content.subarray(index + head.length), { maxOutputLength: Math.max(1, bytesLeft) })
      bytesLeft -= objects.length
      return objects
    } catch {
      return refuse('UNREADABLE')
    }
  })
}

/**
 * Accepts only what is a PDF by its bytes and carries nothing that runs, opens something or hides another file, packed
 * objects looked into.
 * @returns the document without what follows its end, where another kind of file may hide
 * @throws FILE_NOT_ACCEPTED with the reason in `details`: NOT_A_PDF, ACTIVE_CONTENT, or UNREADABLE when it is encrypted
 * or packed in a way that cannot be looked into
 */
export function checkUploadedPdf(uploaded: Buffer): Buffer {
  const content = withoutTail(uploaded)
  if (content.subarray(0, 5).toString('latin1') !== '%PDF-') refuse('NOT_A_PDF')
  const text = withPlainNames(content)
  if (isActive(text)) refuse('ACTIVE_CONTENT')
  if (ENCRYPTED.test(text)) refuse('UNREADABLE')
  if (!text.includes('/ObjStm')) return content
  for (const objects of packedObjects(content)) if (isActive(withPlainNames(objects))) refuse('ACTIVE_CONTENT')
  return content
}

function withoutTail(content: Buffer): Buffer {
  const end = content.lastIndexOf(END)
  if (end < 0) return content
  const after = /^\r?\n?/.exec(content.subarray(end + END.length, end + END.length + 2).toString('latin1'))![0].length
  return content.subarray(0, end + END.length + after)
}
