import type { ApiError } from './api-error.ts'
import type { Texts } from './i18n.ts'
import { textOfError } from './messages.ts'

/** Why a code was refused, with the tries that are left; the texts are those of the feature's `code`. */
export function codeRefusal(t: Texts, error: ApiError | null): string | null {
  if (!error) return null
  const left = (error.details as { triesLeft?: number } | undefined)?.triesLeft
  if (error.code === 'CODE_WRONG' && left === 0) return t('code.expired')
  if (error.code === 'CODE_WRONG') return left === undefined ? t('code.wrong') : t('code.triesLeft', { count: left })
  if (error.code === 'CODE_EXPIRED') return t('code.expired')
  return textOfError(error)
}
