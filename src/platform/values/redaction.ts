import { maskPersonalIdentityCodes } from './personal-identity-code.ts'

const hidden = '…'

/**
 * A message as anybody but its recipient may read it: a link's token opens what is the recipient's, a code signs them in,
 * and a personal identity code is nobody's business.
 */
export function withoutSecrets(text: string): string {
  const masked = maskPersonalIdentityCodes(text)
    .replace(/(https?:\/\/[^\s/]+(?:\/[^\s/?#]+)*\/)[\w-]{20,}[^\s<"]*/g, `$1${hidden}`)
    .replace(/(%2F)[\w-]{20,}/gi, `$1${hidden}`)
    .replace(/([?&]\w*(?:token|code)\w*=)[^\s&#<"]+/gi, `$1${hidden}`)
  return withoutCodes(masked)
}

/** A text without its codes of six digits. */
export const withoutCodes = (text: string): string => text.replace(/(?<![#\d])\b\d{6}\b/g, hidden)
