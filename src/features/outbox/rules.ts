export const channels = ['EMAIL', 'SMS'] as const
export const messageStatuses = ['PENDING', 'SENT', 'DEAD'] as const

const hidden = '…'

/**
 * A message as the staff may read it: a link's token opens what is another person's, and a code signs them in, so
 * neither is shown to anybody but the recipient.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(https?:\/\/[^\s/]+(?:\/[^\s/?#]+)*\/)[\w-]{20,}[^\s]*/g, `$1${hidden}`)
    .replace(/(%2F)[\w-]{20,}/gi, `$1${hidden}`)
    .replace(/([?&]\w*(?:token|code)\w*=)[^\s&#]+/gi, `$1${hidden}`)
    .replace(/\b\d{6}\b/g, hidden)
}
