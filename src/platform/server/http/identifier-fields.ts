import { AppError, failField } from '#platform/contract/errors.ts'
import { isEmail, isPhone, normalisePhone } from '#platform/contract/validation.ts'
import { compactIban, isBusinessId, isIban, isVatNumber } from '#platform/values/identifiers.ts'
import type { Services } from './context.ts'

/** @throws BUSINESS_ID_INVALID at the field, for a Finnish company whose business id does not pass its checksum */
export function requireBusinessId(text: string | null | undefined, country = 'FI'): void {
  if (!text || country !== 'FI' || isBusinessId(text)) return
  const field = { path: 'businessId', code: 'BUSINESS_ID_INVALID', message: 'is not a business ID' }
  throw new AppError('BUSINESS_ID_INVALID', { fields: [field] })
}

/** @throws VALIDATION at `vatNumber`; numbers of other countries are only checked for their form */
export function requireVatNumber(text: string | null | undefined): void {
  if (!text || (text.startsWith('FI') ? isVatNumber(text) : /^[A-Z]{2}[A-Z\d+*]{2,13}$/.test(text))) return
  failField('vatNumber', 'VAT_NUMBER_INVALID', 'is not a VAT number')
}

/** The account of somebody whom we pay, as it is stored. @throws VALIDATION at the path, also for our own account */
export function payeeIban(text: string, { brand }: Pick<Services, 'brand'>, path = 'iban'): string {
  if (!isIban(text)) failField(path, 'IBAN_INVALID', 'is not an IBAN')
  const iban = compactIban(text)
  if (iban === compactIban(brand.iban)) failField(path, 'IBAN_OWN', 'is our own account')
  return iban
}

/** An IBAN as it is stored, or null. @throws VALIDATION at `iban` */
export const storedIban = (text: string | null | undefined, services: Pick<Services, 'brand'>): string | null =>
  text ? payeeIban(text, services) : null

/** @throws VALIDATION at the path */
export function requireEmail(text: string | null | undefined, path: string): void {
  if (text && !isEmail(text)) failField(path, 'EMAIL', 'is not an e-mail address')
}

/** A phone number as it is stored, or null. @throws VALIDATION at the path */
export function storedPhone(text: string | null | undefined, path: string): string | null {
  if (!text) return null
  try {
    const phone = normalisePhone(text)
    if (isPhone(phone)) return phone
  } catch {
    // Answered below with the field's own code.
  }
  return failField(path, 'PHONE', 'Unsupported phone number format')
}
