import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { BaseContext } from '#platform/server/http/context.ts'
import { accountById } from './accounts.ts'
import { spendTotpStep, totpStep } from './totp.ts'

/**
 * Asks a signed-in person for a fresh code of their authenticator app, as a further look at who acts. Each code counts
 * once; the endpoint limits the tries.
 * @throws CODE_WRONG for a wrong or spent code, and for somebody without an app
 */
export async function checkOwnCode(
  db: Db,
  context: BaseContext,
  { userId, code }: { userId: string; code: string },
): Promise<void> {
  const account = (await accountById(db, userId)) ?? fail('NOT_FOUND')
  const secret = account.facts.hasTotp && account.totpSecretSealed ? context.vault.open(account.totpSecretSealed) : null
  const step = secret ? totpStep(secret, code, context.env.now(), account.totpLastStep) : null
  if (step === null || !(await spendTotpStep(db, userId, step))) throw new AppError('CODE_WRONG')
}
