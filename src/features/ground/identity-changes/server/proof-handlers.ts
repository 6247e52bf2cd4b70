import { accountById } from '#features/ground/sessions/server/accounts.ts'
import { checkCode, openChallenge, spendChallenge } from '#features/ground/sessions/server/codes.ts'
import { reauthenticate } from '#features/ground/sessions/server/passwords.ts'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Handlers } from '#platform/server/http/context.ts'
import type { proofs } from '../proof-contract.ts'
import { emailOf, requirePrivate, storePrivateEmail } from './private-email.ts'
import { hintOf, signingState } from './proofs.ts'

export const proofHandlers: Handlers<typeof proofs> = {
  async own(_request, { config, db, env, user }) {
    const { proofs, closedUntil, newOnesWait, phoneNumber, personalEmail } = await signingState(
      db,
      user.userId,
      env.now(),
    )
    return {
      proofs: proofs.map((proof) => ({
        via: proof.via,
        hint: hintOf(proof),
        since: proof.since.toISOString(),
        countsFrom: proof.countsFrom.toISOString(),
      })),
      closedUntil: closedUntil?.toISOString() ?? null,
      newOnesWait,
      textsLeave: !config.production || config.smsGatewayUrl !== null,
      phoneNumber,
      personalEmail,
    }
  },

  async askForEmail({ body }, context) {
    const { user } = context
    const email = emailOf(body.email)
    await reauthenticate(context, body.password)
    requirePrivate(email, user)
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
    await storePrivateEmail(db, context, account, right.email)
    return { personalEmail: right.email }
  },
}
