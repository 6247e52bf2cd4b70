/**
 * A payment reference in the one form that is compared: capitals, without spaces, leading zeros and, where the RF form
 * (ISO 11649) holds a Finnish national reference, without the RF and its check digits. Null for an empty text.
 */
export function canonicalReference(text: string | null | undefined): string | null {
  const compact = (text ?? '').replace(/\s+/gu, '').toUpperCase()
  const national = /^(?:RF\d{2})?0*(\d+)$/.exec(compact)?.[1]
  return national ?? (compact || null)
}

/** Whether a text is a creditor reference of ISO 11649 with right check digits, of any country. */
export function isCreditorReference(text: string): boolean {
  const compact = text.replace(/\s+/gu, '').toUpperCase()
  if (!/^RF\d{2}[0-9A-Z]{1,21}$/.test(compact)) return false
  const digits = `${compact.slice(4)}${compact.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}
