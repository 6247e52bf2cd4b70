import { showFailure } from '#platform/web/shell/toasts.ts'
import { type ApiError, isApiError } from './api-error.ts'
import { textOfError } from './messages.ts'

/** Failures that the shell shows in its own way, or that nobody needs to hear about. */
const SILENT: readonly ApiError['code'][] = ['ABORTED', 'MAINTENANCE', 'USER_DEACTIVATED', 'SESSION_EXPIRED']

/** Says in a toast why a call has failed. */
export function toastFailure(error: unknown): void {
  if (isApiError(error) && !SILENT.includes(error.code)) showFailure(textOfError(error))
}
