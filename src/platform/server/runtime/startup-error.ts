/** A reason not to start, said in one sentence; printed alone, without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

const full = new Set(['ENOSPC', 'EDQUOT', '53100'])
const closed = new Set(['EACCES', 'EPERM', 'EROFS'])

/** A sentence for what the machine refuses: a full disk, a file of another account. */
export const noRoom = (place: string) => `The disk of ${place} is full: make room and start again.`

/** Why a start has ended, in one sentence; null where only the fault itself can tell. */
export function startupSentence(error: unknown): string | null {
  if (error instanceof StartupError) return error.message
  const { code = '', path } = error as NodeJS.ErrnoException
  if (full.has(code)) return noRoom(path ?? 'the database')
  if (!closed.has(code) || !path) return null
  return `${path} cannot be used by this account (${code}): start as its owner, or give it to this account.`
}
