/** A Finnish number as a `tel:` address. */
export function phoneAddress(phone: string): string {
  const digits = phone.replace(/[^\d+]/g, '')
  return `tel:${digits.startsWith('0') ? `+358${digits.slice(1)}` : digits}`
}
