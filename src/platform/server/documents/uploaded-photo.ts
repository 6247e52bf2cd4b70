import { AppError } from '#platform/contract/errors.ts'

interface UploadedPhoto {
  readonly content: Buffer
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp'
}

type Refusal = 'NOT_A_PHOTO' | 'HEIC'

function refuse(reason: Refusal): never {
  throw new AppError('FILE_NOT_ACCEPTED', { details: { reason } })
}

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What a PNG needs to be drawn, with the most bytes that it takes; texts, times and camera data are left out. */
const PNG_CHUNKS: Readonly<Record<string, number>> = {
  IHDR: 13,
  PLTE: 768,
  IDAT: Number.POSITIVE_INFINITY,
  IEND: 0,
  tRNS: 256,
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  sBIT: 4,
  bKGD: 6,
}
/** What a WebP needs to be drawn; a film is no photo. */
const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])
/** Bits of VP8X that announce the camera's data (EXIF), XMP and a colour profile. */
const WEBP_METADATA_BITS = 0b0010_1100

/** JPEG segments that say how the picture is coded: frames, tables, the interval between restarts, scans. */
const isPictureSegment = (marker: number) => (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xda && marker <= 0xdd)

const textAt = (segment: Buffer, from: number, to: number) => segment.subarray(from, to).toString('latin1')

/**
 * What of a segment that programs write into is needed, made anew from its numbers alone: a text of any length fits
 * into each. Density by JFIF, how Adobe has stored the colours, the orientation; a colour profile is left out, so that
 * colours are taken for sRGB.
 */
function plainSegment(marker: number, segment: Buffer): Buffer | null {
  if (marker === 0xe0 && segment.length >= 18 && textAt(segment, 4, 9) === 'JFIF\0') {
    const density = segment.subarray(9, 16)
    return Buffer.concat([Buffer.from([0xff, 0xe0, 0, 16]), segment.subarray(4, 9), density, Buffer.alloc(2)])
  }
  if (marker === 0xee && segment.length >= 16 && textAt(segment, 4, 9) === 'Adobe')
    return Buffer.concat([
      Buffer.from([0xff, 0xee, 0, 14]),
      segment.subarray(4, 9),
      Buffer.from([0, 100, 0, 0, 0, 0, Math.min(segment[15]!, 2)]),
    ])
  const orientation = marker === 0xe1 ? notedOrientation(segment) : 1
  return orientation === 1 ? null : orientationSegment(orientation)
}

/** The orientation that a camera has noted (1 to 8), without which a portrait would lie on its side. */
function orientationOf(segment: Buffer): number {
  if (segment.subarray(4, 10).toString('latin1') !== 'Exif\0\0') return 1
  const tiff = segment.subarray(10)
  const isLittle = tiff.subarray(0, 2).toString('latin1') === 'II'
  const at16 = (place: number) => (isLittle ? tiff.readUInt16LE(place) : tiff.readUInt16BE(place))
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let index = 0; index < at16(first); index += 1) {
    const entry = first + 2 + index * 12
    if (at16(entry) === 0x0112) return at16(entry + 8)
  }
  return 1
}

const notedOrientation = (segment: Buffer): number => {
  try {
    const orientation = orientationOf(segment)
    return orientation >= 1 && orientation <= 8 ? orientation : 1
  } catch {
    return 1
  }
}

/** A camera segment that says nothing but the orientation. */
const orientationSegment = (orientation: number) =>
  Buffer.from([
    0xff,
    0xe1,
    0,
    34,
    0x45,
    0x78,
    0x69,
    0x66,
    0,
    0,
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ])

/** Segments and scans to the picture's end; what a phone hangs on behind it, such as a film, is left out. */
function plainJpeg(uploaded: Buffer): Buffer {
  const parts = [uploaded.subarray(0, 2)]
  for (let at = 2; ; ) {
    if (at + 1 >= uploaded.length || uploaded[at] !== 0xff) return refuse('NOT_A_PHOTO')
    const marker = uploaded[at + 1]!
    if (marker === 0xd9) return Buffer.concat([...parts, uploaded.subarray(at, at + 2)])
    const end = marker === 0xff ? at + 1 : endOfSegment(uploaded, at)
    const segment = uploaded.subarray(at, end)
    const kept = isPictureSegment(marker) ? segment : plainSegment(marker, segment)
    if (kept) parts.push(kept)
    at = marker === 0xda ? endOfScan(uploaded, end) : end
    if (marker === 0xda) parts.push(uploaded.subarray(end, at))
  }
}

function endOfSegment(uploaded: Buffer, at: number): number {
  const end = at + 4 > uploaded.length ? uploaded.length + 1 : at + 2 + uploaded.readUInt16BE(at + 2)
  return end > uploaded.length ? refuse('NOT_A_PHOTO') : end
}

/** The place of the next marker; inside a scan 0xFF is followed by 0x00 or a restart marker. */
function endOfScan(uploaded: Buffer, from: number): number {
  for (
    let at = uploaded.indexOf(0xff, from);
    at >= 0 && at + 1 < uploaded.length;
    at = uploaded.indexOf(0xff, at + 1)
  ) {
    const next = uploaded[at + 1]!
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
  return refuse('NOT_A_PHOTO')
}

function plainPng(uploaded: Buffer): Buffer {
  const parts: Buffer[] = [PNG_HEAD]
  for (let at = PNG_HEAD.length; ; ) {
    if (at + 12 > uploaded.length) return refuse('NOT_A_PHOTO')
    const end = at + 12 + uploaded.readUInt32BE(at)
    if (end > uploaded.length) return refuse('NOT_A_PHOTO')
    const kind = uploaded.subarray(at + 4, at + 8).toString('latin1')
    if (end - at - 12 <= (PNG_CHUNKS[kind] ?? -1)) parts.push(uploaded.subarray(at, end))
    if (kind === 'IEND') return Buffer.concat(parts)
    at = end
  }
}

function plainWebp(uploaded: Buffer): Buffer {
  const total = uploaded.readUInt32LE(4) + 8
  if (total > uploaded.length) return refuse('NOT_A_PHOTO')
  const parts: Buffer[] = []
  let isDrawn = false
  for (let at = 12; at + 8 <= total; ) {
    const size = uploaded.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (end > total) return refuse('NOT_A_PHOTO')
    const kind = uploaded.subarray(at, at + 4).toString('latin1')
    const chunk = Buffer.from(uploaded.subarray(at, end))
    if (kind === 'VP8X' && size > 0) chunk[8]! &= ~WEBP_METADATA_BITS
    if (WEBP_CHUNKS.has(kind)) parts.push(chunk)
    isDrawn ||= kind === 'VP8 ' || kind === 'VP8L'
    at = end
  }
  if (!isDrawn) return refuse('NOT_A_PHOTO')
  const body = Buffer.concat(parts)
  const head = Buffer.from(uploaded.subarray(0, 12))
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

const isHeic = (uploaded: Buffer) =>
  uploaded.subarray(4, 8).toString('latin1') === 'ftyp' &&
  /^(hei|hev|mif1|msf1|avif)/.test(uploaded.subarray(8, 12).toString('latin1'))

/**
 * Accepts a photo by its bytes and takes out what stands in it besides the picture: position, time, device, previews,
 * comments, texts of any kind. The orientation stays.
 * @throws FILE_NOT_ACCEPTED with the reason in `details`: HEIC, or NOT_A_PHOTO
 */
export function checkUploadedPhoto(uploaded: Buffer): UploadedPhoto {
  if (isHeic(uploaded)) refuse('HEIC')
  if (uploaded.length > 20 && uploaded[0] === 0xff && uploaded[1] === 0xd8)
    return { content: plainJpeg(uploaded), contentType: 'image/jpeg' }
  if (uploaded.subarray(0, 8).equals(PNG_HEAD)) return { content: plainPng(uploaded), contentType: 'image/png' }
  const isRiff = uploaded.length > 20 && uploaded.subarray(0, 4).toString('latin1') === 'RIFF'
  if (isRiff && uploaded.subarray(8, 12).toString('latin1') === 'WEBP')
    return { content: plainWebp(uploaded), contentType: 'image/webp' }
  return refuse('NOT_A_PHOTO')
}
