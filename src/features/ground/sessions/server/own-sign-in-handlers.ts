import { AppError, fail } from '#platform/contract/errors.ts'
import type { Handlers, SignedInContext } from '#platform/server/http/context.ts'
import { revokeSessions } from '#platform/server/http/session.ts'
import type { ownSignIn } from '../own-sign-in-contract.ts'
import { isAdminTier } from '../rules/second-factor.ts'
import { type Account, accountById } from './accounts.ts'
import { notifyOwner } from './notify-owner.ts'
import { reauthenticate } from './passwords.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { addressOfLink, askForAddress, takeAddressIntoUse } from './sign-in-address.ts'

async function provenAccount(context: SignedInContext, password: string): Promise<Account> {
  await reauthenticate(context, password)
  return (await accountById(context.database.primary, context.user.userId)) ?? fail('UNAUTHENTICATED')
}

export const ownSignInHandlers: Handlers<typeof ownSignIn> = {
  async logoutElsewhere(_request, { db, user, env }) {
    return { ended: await revokeSessions(db, user.userId, 'SIGNED_OUT', env.now(), user.sessionId) }
  },

  async endSession({ params }, { db, user, env }) {
    const ended = await db
      .updateTable('sessions')
      .set({ revoked_at: env.now(), revoked_reason: 'SIGNED_OUT' })
      .where('id', '=', params.sessionId)
      .where('user_id', '=', user.userId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (ended.numUpdatedRows === 0n) fail('NOT_FOUND')
    return { sessionId: params.sessionId }
  },

  async setSmsFactor({ body }, context) {
    const account = await provenAccount(context, body.password)
    if (isAdminTier(account.facts)) throw new AppError('FORBIDDEN')
    // A code to a number that nobody has proven would lock its owner out.
    if (body.enabled && !(account.phoneNumber && account.phoneVerified)) throw new AppError('PHONE_NUMBER_REQUIRED')
    if (body.enabled === account.facts.choseSms) return { enabled: body.enabled }
    await context.db
      .updateTable('users')
      .set({ sms_factor: body.enabled, updated_at: context.env.now() })
      .where('id', '=', account.userId)
      .execute()
    await notifyOwner(context.db, context, account, 'SECOND_FACTOR_CHANGED', body.enabled ? 'smsOn' : 'smsOff')
    return { enabled: body.enabled }
  },

  async makeRecoveryCodes({ body }, context) {
    const account = await provenAccount(context, body.password)
    if (!account.facts.hasTotp) throw new AppError('FORBIDDEN')
    const codes = await replaceRecoveryCodes(context.db, context, account.userId)
    await notifyOwner(context.db, context, account, 'SECOND_FACTOR_CHANGED', 'recoveryCodesMade')
    return { codes }
  },

  async changeAddress({ body }, context) {
    const account = await provenAccount(context, body.password)
    return { expiresAt: (await askForAddress(context, account, body.email)).toISOString() }
  },

  async addressLink({ params }, { db, user, env }) {
    const { link, email } = await addressOfLink(db, params.token, user, env.now())
    return { currentEmail: user.email, newEmail: email, expiresAt: link.expiresAt.toISOString() }
  },

  async confirmAddress({ params }, context) {
    return { email: await takeAddressIntoUse(context, params.token) }
  },
}
