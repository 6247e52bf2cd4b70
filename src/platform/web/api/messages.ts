import { loadedText, textOf } from '#platform/web/words/i18n.ts'
import type { ApiError } from './api-error.ts'

/** Codes that say no more than their status does; their general sentence of specification §8 is shown. */
const GENERAL_CODES = new Set([
  'UNAUTHENTICATED',
  'SESSION_EXPIRED',
  'FORBIDDEN',
  'NOT_FOUND',
  'INTERNAL',
  'UNREADABLE',
])

/** The sentence of a code, once it has been fetched and where the code has one of its own. */
export const sentenceOf = (code: string): string | undefined =>
  GENERAL_CODES.has(code) ? undefined : loadedText(`errors.${code}`)

/** The process that stands in the way, where a refusal names one. */
const kindOf = ({ details }: Pick<ApiError, 'details'>): string | undefined =>
  (details as { process?: { kind?: string } | null } | undefined)?.process?.kind

/** Whether the sentence of a code is still to be fetched. */
export const lacksSentence = (code: string): boolean => !GENERAL_CODES.has(code) && sentenceOf(code) === undefined

/** The text key of specification §8 for a status whose body says nothing more. */
export function generalKey(status: number): string {
  if (status === 0) return 'general.unreachable'
  if (status === 400) return 'general.invalid'
  if (status === 401) return 'general.unauthorized'
  if (status === 403) return 'general.denied'
  if (status === 404) return 'general.notFound'
  if (status === 429) return 'general.tooMany'
  if (status === 502 || status === 503) return 'general.unavailable'
  if (status >= 500) return 'general.serverError'
  return 'general.other'
}

/** What went wrong, in the user's language: the text of the code, else the general one of the status. */
export function textOfError(error: ApiError): string {
  if (error.code === 'INVALID_RESPONSE') return textOf('general.invalidResponse')
  const ofCall = error.offline === null ? undefined : loadedText(`offline.${error.offline}`)
  const kind = kindOf(error)
  const ofProcess = kind ? sentenceOf(`${error.code}_${kind}`) : undefined
  return ofCall ?? ofProcess ?? sentenceOf(error.code) ?? textOf(generalKey(error.status))
}

const LOGIN_MESSAGES = new Map([
  ['EMAIL_OR_PASSWORD_MISSING', 'login.invalid'],
  ['VALIDATION', 'login.invalid'],
  ['NO_PASSWORD_SET', 'errors.NO_PASSWORD_SET'],
  ['PASSWORD_INCORRECT', 'login.incorrect'],
  ['MAINTENANCE', 'login.maintenance'],
])
const LOGIN_STATUSES = new Map([
  [0, 'general.unreachable'],
  [400, 'login.badRequest'],
  [401, 'login.unauthorized'],
  [403, 'login.denied'],
  [429, 'login.tooMany'],
  [500, 'login.failed'],
])

/** The text key for a failed sign-in (specification §8, Login). */
export function loginKey(error: Pick<ApiError, 'code' | 'status'>): string {
  return LOGIN_MESSAGES.get(error.code) ?? LOGIN_STATUSES.get(error.status) ?? 'login.unknown'
}
