import type { ApiError } from '#platform/web/api/api-error.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import type { Texts } from '#platform/web/words/i18n.ts'

/** Codes with which the server has said nothing that would help here. */
const SILENT_CODES: readonly string[] = ['INTERNAL', 'UNREADABLE']

/** Why a code was refused, with the tries that are left; the texts are those of the feature's `code`. */
export function codeRefusal(t: Texts, error: ApiError | null): string | null {
  if (!error) return null
  const left = (error.details as { triesLeft?: number } | undefined)?.triesLeft
  if (error.code === 'CODE_WRONG' && left === 0) return t('code.expired')
  if (error.code === 'CODE_WRONG') return left === undefined ? t('code.wrong') : t('code.triesLeft', { count: left })
  if (error.code === 'CODE_EXPIRED') return t('code.expired')
  if (SILENT_CODES.includes(error.code))
    return t(error.status >= 500 ? 'login.verificationRetry' : 'login.verification')
  return textOfError(error)
}
