import { AppError } from '#platform/contract/errors.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import type { BaseContext } from './context.ts'

/** How long a session that has proven itself again is open for acts that ask for it. */
export const STEP_UP_MS = 10 * 60_000

/**
 * Asks whether this session has proven itself again a short while ago.
 * @throws STEP_UP_REQUIRED
 */
export async function requireStepUp({
  db,
  env,
  user,
}: Pick<BaseContext, 'db' | 'env'> & { readonly user: SignedIn }): Promise<void> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', user.sessionId)
    .where('stepped_up_at', '>', new Date(env.now().getTime() - STEP_UP_MS))
    .executeTakeFirst()
  if (!row) throw new AppError('STEP_UP_REQUIRED')
}
