import { present } from '#platform/values/present.ts'

/** Letters and digits that are not taken for one another; five bits each. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16

export const RECOVERY_CODES = 10
/** Random bytes of one code: 80 bits, far past guessing even for whoever holds the hashes. */
export const RECOVERY_CODE_BYTES = (LENGTH * 5) / 8

/** A code as it is printed, `7KQ2-M9TA-0XWE-4HRD`. @param random RECOVERY_CODE_BYTES random bytes */
export function recoveryCodeFrom(random: Uint8Array): string {
  const bits = [...random].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = present(bits.match(/.{5}/g)).map((five) => signs[Number.parseInt(five, 2)])
  return present(letters.join('').match(/.{4}/g)).join('-')
}

/** A typed recovery code in the form that is hashed, or null for a text that is none. Look-alikes are forgiven. */
export function typedRecoveryCode(text: string): string | null {
  const plain = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return plain.length === LENGTH && [...plain].every((sign) => signs.includes(sign)) ? plain : null
}
