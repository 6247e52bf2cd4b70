import {
  checkSigningCode,
  prepareSigningCode,
  requireSettledIdentity,
  sendSigningCode,
} from '#features/ground/identity-changes/server/signing.ts'
import { reauthenticate } from '#features/ground/sessions/server/passwords.ts'
import { voidAgreement } from '#features/leases/agreements/server/agreements.ts'
import { findAgreement } from '#features/leases/agreements/server/queries.ts'
import { moveOrder } from '#features/orders/orders/server/moves/move.ts'
import { orderView } from '#features/orders/orders/server/view.ts'
import type { BodyOf } from '#platform/contract/contract.ts'
import { fail, failField, failFieldText } from '#platform/contract/errors.ts'
import { systemMover } from '#platform/process/plan.ts'
import { scopeOf } from '#platform/server/database/scope.ts'
import { actorOf } from '#platform/server/events/events.ts'
import type { Handlers, SignedInContext } from '#platform/server/http/context.ts'
import { SIGN_AT_ONCE, type signing } from '../contract.ts'
import { lockForSigning, shownDocument, signAgreement } from './sign-agreement.ts'
import { signEach } from './sign-each.ts'
import { agreementsToSign, toSignView } from './to-sign.ts'

const sameName = (typed: string, name: string) =>
  typed.trim().replace(/\s+/g, ' ').toLocaleLowerCase('fi') === name.toLocaleLowerCase('fi')

/** @throws a field error unless the caller's own name was typed */
function requireOwnName({ user }: SignedInContext, typed: string | undefined): void {
  const fullName = `${user.firstName} ${user.lastName}`
  if (typed === undefined) failField('typedName', 'REQUIRED', 'is needed from the person who signs')
  else if (!sameName(typed, fullName)) failFieldText('typedName', 'signing:fieldErrors.NAME_DIFFERS')
}

/** A number or address that nobody has proven is taken with the password alone; a password that is given is looked at. */
async function requirePassword(context: SignedInContext, body: BodyOf<typeof signing.requestCode>): Promise<void> {
  const { password, phoneNumber, email } = body
  if (password !== undefined) await reauthenticate(context, password, 'signing')
  else if (phoneNumber !== undefined || email !== undefined)
    failField('password', 'REQUIRED', 'is needed with a number or address that is not proven')
}

/** A code is good for one document alone. */
const aboutOf = (agreementId: string, documentSha256: string) => `${agreementId} ${documentSha256}`

export const signingHandlers: Handlers<typeof signing> = {
  async requestCode({ params, body }, context) {
    const found = (await findAgreement(context.read, context.scope, params.id)) ?? fail('NOT_FOUND')
    // Nobody learns what another person holds, and nobody's own messages are counted for an agreement of another.
    if (!(await findAgreement(context.read, scopeOf(context.user, 'agreement:sign-employee'), params.id)))
      fail('FORBIDDEN')
    await requirePassword(context, body)
    const prepared = await prepareSigningCode(context, body)
    const record = await lockForSigning(context, params.id, 'EMPLOYEE', body.version)
    await shownDocument(context, record, params.id, body.documentSha256)
    const about = aboutOf(params.id, body.documentSha256)
    return sendSigningCode(context, prepared, { about, number: found.agreementNumber })
  },
  async sign({ params, body }, context) {
    // Whether the agreement exists for the caller comes before what they typed, and before the slow hash.
    if (!(await findAgreement(context.read, context.scope, params.id))) fail('NOT_FOUND')
    if (body.party === 'EMPLOYER' || body.typedName !== undefined) requireOwnName(context, body.typedName)
    await reauthenticate(context, body.password, 'signing')
    const about = aboutOf(params.id, body.documentSha256)
    const checked = body.party === 'EMPLOYEE' ? await checkSigningCode(context, body.code, about) : null
    const signed = await signAgreement(context, { agreementId: params.id, ...body }, checked)
    return orderView(signed, context.user, context)
  },
  async toSign(_request, { db, scope, user }) {
    const rows = await agreementsToSign(db, scope, user.userId, SIGN_AT_ONCE + 1)
    return { data: rows.slice(0, SIGN_AT_ONCE).map(toSignView), truncated: rows.length > SIGN_AT_ONCE }
  },
  async signAll({ body }, context) {
    requireOwnName(context, body.typedName)
    await reauthenticate(context, body.password, 'signing')
    await requireSettledIdentity(context.read, context.user.userId, context.env.now())
    return { results: await signEach(context, body) }
  },
  async reject({ params, body }, context) {
    const { db, user } = context
    const record = await lockForSigning(context, params.id, body.party, body.version)
    const actor = actorOf(user, record.related.owner_id)
    await voidAgreement(db, context, params.id, { reason: body.reason.trim() })
    const moved = await moveOrder(db, context, record, {
      to: 'PACKAGE_PROVIDED',
      mover: systemMover,
      actor,
      reason: body.reason.trim(),
    })
    return orderView(moved, user, context)
  },
}
