import { AppError, fail } from '#platform/contract/errors.ts'
import type { SignedIn } from '#platform/server/database/scope.ts'
import type { BaseContext, Handlers, Ticket } from '#platform/server/http/context.ts'
import { spendLinkToken } from '#platform/server/http/link-tokens.ts'
import { refreshCookie, revokeSessions, ticketCookie } from '#platform/server/http/session.ts'
import { requireStepUp } from '#platform/server/http/step-up.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import type { sessions } from '../contract.ts'
import { isAdminTier, isCodeWanted, phoneHint, secondFactorOf } from '../rules/second-factor.ts'
import { type Account, accountById } from './accounts.ts'
import { checkCode, limitMessages, openChallenge, spendChallenge, unproven } from './codes.ts'
import { createFirstAdmin } from './first-admin.ts'
import { notifyOwner } from './notify-owner.ts'
import { resendInvitation, sendRecoveryLink } from './password-links.ts'
import { assertPasswordStrong, reauthenticate, storePassword } from './passwords.ts'
import { phoneOf } from './phone.ts'
import { findSessionOf, findSignedInWith, openSessionsOf } from './queries.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { refreshTokens } from './refresh.ts'
import { clearSessionCookies, createSession, endSession } from './session-tokens.ts'
import { accountOfTicket, signInByCode, signInByPassword, storePhone, takeTotpIntoUse } from './sign-in.ts'
import { forgetTotp, spendTotpStep, startTotp } from './totp.ts'

const done = { done: true }

/** The caller's own account; a session proves itself again first, with the password or by a step-up before. */
async function ownAccount(
  context: BaseContext & { user: SignedIn | null; ticket: Ticket | null },
  password: string | undefined,
): Promise<Account> {
  if (context.ticket) return accountOfTicket(context, context.ticket)
  const user = context.user ?? fail('UNAUTHENTICATED')
  if (password === undefined) await requireStepUp({ ...context, db: context.database.primary, user })
  else await reauthenticate({ ...context, user }, password)
  return (await accountById(context.database.primary, user.userId)) ?? fail('UNAUTHENTICATED')
}

export const sessionsHandlers: Handlers<typeof sessions> = {
  async user(_request, { user }) {
    return {
      userId: user.userId,
      email: user.email,
      phoneNumber: user.phoneNumber,
      deactivated: user.deactivated,
      firstName: user.firstName,
      lastName: user.lastName,
      workEmail: user.workEmail,
      language: user.language,
      csrfToken: user.csrfToken,
      userRoles: user.assignments.map(({ companyId, groupCompanyId, role }) => ({
        companyId,
        groupCompanyId,
        role: {
          id: role.id,
          name: role.name,
          rolePermissions: role.permissions.map(({ id, name }) => ({ permission: { id, name } })),
        },
      })),
    }
  },

  async login({ body }, context) {
    return signInByPassword(context, body)
  },

  async verify({ body }, context) {
    return signInByCode(context, context.ticket, body)
  },

  async sendCode({ body }, context) {
    const account = await accountOfTicket(context, context.ticket)
    const decision = secondFactorOf(account.facts)
    const method = body.method ?? 'SMS'
    if (decision.kind !== 'CODE' || !decision.methods.includes(method)) throw new AppError('FORBIDDEN')
    if (method === 'SMS') await limitMessages(context, account.userId, unproven(account))
    const expiresAt = await openChallenge(context.db, context, {
      account,
      purpose: 'SIGN_IN',
      method,
      ticketId: context.ticket.id,
    })
    return {
      phoneHint: method === 'SMS' && account.phoneNumber ? phoneHint(account.phoneNumber) : null,
      expiresAt: expiresAt.toISOString(),
    }
  },

  async logout(_request, context) {
    const { db, env, cookies } = context
    const now = env.now()
    if (context.user) await endSession(db, context.user.sessionId, 'SIGNED_OUT', now)
    // The access token may have run out already; the refresh token still names the session.
    const refresh = cookies[refreshCookie]
    const sessionId = refresh ? await findSessionOf(db, sha256(refresh)) : null
    if (sessionId) await endSession(db, sessionId, 'SIGNED_OUT', now)
    const ticket = cookies[ticketCookie]
    if (ticket)
      await db
        .updateTable('sign_in_tickets')
        .set({ used_at: now })
        .where('hash', '=', sha256(ticket))
        .where('used_at', 'is', null)
        .execute()
    clearSessionCookies(context)
    return done
  },

  async logoutEverywhere(_request, context) {
    await revokeSessions(context.db, context.user.userId, 'SIGNED_OUT', context.env.now())
    clearSessionCookies(context)
    return done
  },

  async refresh(_request, context) {
    return refreshTokens(context)
  },

  async setPhone({ params, body }, context) {
    const ownId = context.ticket?.userId ?? context.user?.userId
    if (params.userId !== ownId) throw new AppError('NOT_FOUND')
    const phoneNumber = phoneOf(body.phoneNumber)
    if (context.ticket && !context.ticket.needsPhone) throw new AppError('FORBIDDEN')
    const account = await ownAccount(context, body.password)
    // Whoever knows only the password may name a number while there is none, and never turn codes away from one.
    if (context.ticket && account.phoneNumber) throw new AppError('FORBIDDEN')
    await limitMessages(context, account.userId, phoneNumber)
    const expiresAt = await openChallenge(context.db, context, {
      account,
      purpose: 'PHONE',
      method: 'SMS',
      phoneNumber,
      ticketId: context.ticket?.id ?? null,
    })
    return { phoneHint: phoneHint(phoneNumber), expiresAt: expiresAt.toISOString() }
  },

  async confirmPhone({ body }, context) {
    const account = (await accountById(context.database.primary, context.user.userId)) ?? fail('UNAUTHENTICATED')
    const right = await checkCode(context, account, null, body.code)
    if (!right.phoneNumber) throw new AppError('CODE_EXPIRED')
    await spendChallenge(context.db, right.challengeId, context.env.now())
    await storePhone(context.db, context, account, right.phoneNumber)
    return { phoneNumber: right.phoneNumber }
  },

  async startTotp({ body }, context) {
    const account = await ownAccount(context, body.password)
    if (context.ticket && secondFactorOf(account.facts).kind !== 'ENROL_TOTP') throw new AppError('FORBIDDEN')
    const started = await startTotp(context.db, context, account)
    await openChallenge(context.db, context, {
      account,
      purpose: 'SIGN_IN',
      method: 'TOTP',
      ticketId: context.ticket?.id ?? null,
      enrols: true,
    })
    return started
  },

  async confirmTotp({ body }, context) {
    const account = (await accountById(context.database.primary, context.user.userId)) ?? fail('UNAUTHENTICATED')
    const right = await checkCode(context, account, null, body.code)
    if (!right.enrols || right.totpStep === null) throw new AppError('CODE_EXPIRED')
    await spendChallenge(context.db, right.challengeId, context.env.now())
    await takeTotpIntoUse(context.db, context, account)
    await spendTotpStep(context.db, account.userId, right.totpStep)
    return done
  },

  async removeTotp({ body }, context) {
    const account = await ownAccount({ ...context, ticket: null }, body.password)
    if (isAdminTier(account.facts)) throw new AppError('FORBIDDEN')
    await forgetTotp(context.db, account.userId)
    await notifyOwner(context.db, context, account, 'SECOND_FACTOR_CHANGED', 'secondFactorChanged')
    return done
  },

  async changePassword({ body }, context) {
    const account = await ownAccount({ ...context, ticket: null }, body.currentPassword)
    assertPasswordStrong(body.newPassword, account, 'newPassword')
    const signedInWith = await findSignedInWith(context.database.primary, context.user.sessionId)
    await storePassword(context.db, context, account.userId, body.newPassword)
    await notifyOwner(context.db, context, account, 'PASSWORD_CHANGED', 'passwordChanged')
    // The new session has been proven by no less than the one that asked for it.
    await createSession(context.db, context, account.userId, signedInWith)
    return done
  },

  async recoverPassword({ body }, context) {
    await sendRecoveryLink(context, body.email)
    return done
  },

  async registrationHelp({ body }, context) {
    await resendInvitation(context, body.email)
    return done
  },

  async resetLink(_request, context) {
    const account = await accountOfLink(context)
    return {
      email: account.email,
      firstName: account.firstName,
      isFirst: account.passwordHash === null,
      expiresAt: context.token.expiresAt.toISOString(),
    }
  },

  async resetPassword({ body }, context) {
    const account = await accountOfLink(context)
    assertPasswordStrong(body.password, account)
    if (!(await spendLinkToken(context.db, context.token.id, context.env.now()))) throw new AppError('TOKEN_NOT_VALID')
    await storePassword(context.db, context, account.userId, body.password)
    if (account.passwordHash !== null) await markRecovery(context, account)
    await notifyOwner(context.db, context, account, 'PASSWORD_CHANGED', 'passwordChanged')
    clearSessionCookies(context)
    return done
  },

  async firstAdminLink(_request, { token }) {
    return { expiresAt: token.expiresAt.toISOString() }
  },

  async createFirstAdmin({ body }, context) {
    await createFirstAdmin(context, body)
    return done
  },

  async security(_request, context) {
    const { user, db, env } = context
    const account = (await accountById(db, user.userId)) ?? fail('UNAUTHENTICATED')
    const rows = await openSessionsOf(db, user.userId, env.now())
    return {
      email: account.email,
      phoneNumber: account.phoneNumber,
      phoneVerified: account.phoneVerified,
      sms: account.facts.choseSms ?? false,
      codeWanted: isCodeWanted(account.facts),
      recoveryCodes: await countRecoveryCodes(db, account.userId),
      totp: account.facts.hasTotp,
      totpRequired: isAdminTier(account.facts),
      sessions: rows.map((row) => ({
        sessionId: row.id,
        signedInAt: row.created_at.toISOString(),
        signedInWith: row.signed_in_with,
        current: row.id === user.sessionId,
      })),
    }
  },
}

/** The person of a link for a new password. @throws TOKEN_NOT_VALID once the account is deactivated */
async function accountOfLink(context: BaseContext & { token: { userId: string | null } }): Promise<Account> {
  const account = context.token.userId ? await accountById(context.db, context.token.userId) : null
  if (!account || account.deactivated) throw new AppError('TOKEN_NOT_VALID')
  return account
}

/** A recovery rests on the mailbox alone, which an employer may host; the person's own verified address is a proof. */
async function markRecovery({ db, env }: BaseContext, { userId, email }: Account): Promise<void> {
  await db
    .updateTable('users')
    .set({ recovered_at: env.now() })
    .where('id', '=', userId)
    .where((e) => e.or([e('personal_email_verified_at', 'is', null), e('personal_email', '<>', email)]))
    .execute()
}
