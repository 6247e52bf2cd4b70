import { accountById } from '#features/ground/sessions/server/accounts.ts'
import { checkCode, openChallenge, spendChallenge } from '#features/ground/sessions/server/codes.ts'
import { notifyOwner } from '#features/ground/sessions/server/notify-owner.ts'
import { reauthenticate } from '#features/ground/sessions/server/passwords.ts'
import { AppError, fail, failField, failFieldText } from '#platform/contract/errors.ts'
import { isEmail, normaliseEmail } from '#platform/contract/validation.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import type { proofs } from '../proof-contract.ts'
import { isPrivateAddress } from '../rules.ts'
import { hintOf, signingState } from './proofs.ts'

export const proofHandlers: Handlers<typeof proofs> = {
  async own(_request, { db, env, user }) {
    const { proofs, closedUntil, phoneNumber, personalEmail } = await signingState(db, user.userId, env.now())
    return {
      proofs: proofs.map((proof) => ({
        via: proof.via,
        hint: hintOf(proof),
        since: proof.since.toISOString(),
        countsFrom: proof.countsFrom.toISOString(),
      })),
      closedUntil: closedUntil?.toISOString() ?? null,
      phoneNumber,
      personalEmail,
    }
  },

  async askForEmail({ body }, context) {
    const { user } = context
    const email = normaliseEmail(body.email)
    if (!isEmail(email)) failField('email', 'EMAIL', 'is not an e-mail address')
    await reauthenticate(context, body.password)
    if (!isPrivateAddress(email, [user.email, user.workEmail]))
      failFieldText('email', 'identity-changes:fieldErrors.NOT_PRIVATE')
    const account = (await accountById(context.db, user.userId)) ?? fail('UNAUTHENTICATED')
    const expiresAt = await openChallenge(context.db, context, {
      account,
      purpose: 'EMAIL',
      method: 'EMAIL',
      email,
      ticketId: null,
      words: { template: 'identity-changes:mail.code', values: {} },
    })
    return { expiresAt: expiresAt.toISOString() }
  },

  async confirmEmail({ body }, context) {
    const { db, env, user } = context
    const account = (await accountById(context.database.primary, user.userId)) ?? fail('UNAUTHENTICATED')
    const right = await checkCode(context, account, null, body.code, { purpose: 'EMAIL' })
    if (!right.email) throw new AppError('CODE_EXPIRED')
    await spendChallenge(db, right.challengeId, env.now())
    // The private address before this one hears of it, too.
    await notifyOwner(db, context, account, 'PRIVATE_EMAIL_CHANGED', 'privateEmailChanged')
    await db
      .updateTable('users')
      .set((e) => ({
        personal_email: right.email!,
        personal_email_verified_at: env.now(),
        updated_at: env.now(),
        version: e('version', '+', 1),
      }))
      .where('id', '=', user.userId)
      .execute()
    return { personalEmail: right.email }
  },
}
