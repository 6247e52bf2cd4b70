/**
 * A payment reference in the one form that is compared: capitals, without spaces, leading zeros and, where the RF form
 * (ISO 11649) holds a Finnish national reference, without the RF and its check digits. Null for an empty text.
 */
export function canonicalReference(text: string | null | undefined): string | null {
  const compact = (text ?? '').replace(/\s+/gu, '').toUpperCase()
  const national = /^(?:RF\d{2})?0*(\d+)$/.exec(compact)?.[1]
  return national ?? (compact || null)
}

/**
 * The RF form (ISO 11649) of a Finnish national reference: RF, two check digits by modulo 97, the national digits.
 * @throws RangeError for anything but 4 to 20 digits
 */
export function rfReference(national: string): string {
  const digits = national.replace(/\s+/gu, '').replace(/^0+/, '')
  if (!/^\d{4,20}$/.test(digits)) throw new RangeError('The RF form is made of a national reference of 4 to 20 digits')
  const remainder = Number(BigInt(`${digits}271500`) % 97n)
  return `RF${String(98 - remainder).padStart(2, '0')}${digits}`
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
