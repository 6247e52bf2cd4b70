import { AppError } from '#platform/contract/errors.ts'
import { normalisePhone } from '#platform/contract/validation.ts'

/** A typed phone number in the form that is stored. @throws PHONE_NUMBER_UNSUPPORTED at the field `phoneNumber` */
export function phoneOf(text: string): string {
  try {
    return normalisePhone(text)
  } catch {
    throw new AppError('PHONE_NUMBER_UNSUPPORTED', {
      fields: [{ path: 'phoneNumber', code: 'PHONE_NUMBER_UNSUPPORTED', message: 'is not a supported phone number' }],
    })
  }
}
