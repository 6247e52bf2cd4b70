import type { ApiError } from '#platform/web/api/api-error.ts'
import { textOfError } from '#platform/web/api/messages.ts'
import { showFailure } from '#platform/web/shell/toasts.ts'
import type { Texts } from '#platform/web/words/i18n.ts'

/** What is asked for: a phone that keeps photographs in a form of its own turns them into one of these. */
export const kinds = 'image/jpeg,image/png,image/webp'

/** A photograph as the call takes it: plain bytes, whatever kind the browser thinks the file is. */
export const bytesOf = (file: File) => new File([file], file.name, { type: 'application/octet-stream' })

/** How a refused photograph is told: what to bring instead. */
export const photoRefusal = (t: Texts) => ({
  handles: ['FILE_NOT_ACCEPTED'] as const,
  onError: (error: ApiError) => {
    if (error.code !== 'FILE_NOT_ACCEPTED') return
    const { reason } = (error.details ?? {}) as { reason?: string }
    showFailure(textOfError(error), t(reason === 'HEIC' ? 'heic' : 'notAPhoto'))
  },
})
