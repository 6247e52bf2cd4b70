/**
 * Identifiers that carry check digits. They stand apart from the other rules
 * because their libraries need not be loaded by pages that never ask for them.
 */
import FinnishBankUtils from 'finnish-bank-utils'
import { FinnishBusinessIds } from 'finnish-business-ids'
import { electronicFormatIBAN, friendlyFormatIBAN, isValidIBAN } from 'ibantools'

/** Whether a text is a Finnish business id with a right check digit, `1234567-1`. */
export function isBusinessId(text: string): boolean {
  return FinnishBusinessIds.isValidBusinessId(text)
}

/** Whether a text is a Finnish VAT number with a right check digit, `FI12345671`. */
export function isVatNumber(text: string): boolean {
  return FinnishBusinessIds.isValidVatNumber(text)
}

/** Whether a text is an IBAN of any country; blanks between groups are allowed, nothing else. */
export function isIban(text: string): boolean {
  const compact = text.replace(/\s+/gu, '').toUpperCase()
  return /^[A-Z\d]+$/.test(compact) && isValidIBAN(compact)
}

/** An IBAN as it is stored, without blanks and in capitals. */
export function compactIban(text: string): string {
  return electronicFormatIBAN(text) ?? ''
}

/** An IBAN in groups of four for people and invoices. */
export function formatIban(text: string): string {
  return friendlyFormatIBAN(text) ?? text
}

/** Whether a text is a Finnish payment reference, national or RF, with a right check digit. */
export function isReferenceNumber(text: string): boolean {
  return FinnishBankUtils.isValidFinnishRefNumber(text)
}

/** A payment reference in groups for people; text that is none comes back as it is. */
export function formatReferenceNumber(text: string): string {
  return FinnishBankUtils.formatFinnishRefNumber(text) ?? text
}

/** The payment reference of a number of 3 to 19 digits: the number and its check digit. @throws RangeError otherwise. */
export function referenceNumberFrom(digits: string): string {
  if (!/^[1-9]\d{2,18}$/.test(digits)) throw new RangeError('A payment reference is made of 3 to 19 digits')
  return FinnishBankUtils.generateFinnishRefNumber(digits)
}
