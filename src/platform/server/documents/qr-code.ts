import qrcode from 'qrcode'

/** The QR code of a text as one SVG path, one unit a module. */
export function qrCodeOf(text: string): { size: number; path: string } {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' })
  const rows = Array.from({ length: modules.size }, (_, y) => y)
  const path = rows.flatMap((y) => rows.filter((x) => modules.get(y, x)).map((x) => `M${x} ${y}h1v1h-1z`)).join('')
  return { size: modules.size, path }
}
