import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, type ErrorCode } from '#platform/contract/errors.ts'
import { inSavepoint } from '#platform/server/database/savepoint.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { signing } from '../contract.ts'
import { type ShownAgreement, signAgreement } from './sign-agreement.ts'

type SignAll = BodyOf<typeof signing.signAll>

/**
 * Signs agreements for the employer one by one in the one transaction; a refused one leaves nothing behind and keeps no
 * other back. Everybody takes them in the same sequence, so that two signers wait for each other and never in a circle.
 */
export async function signEach(context: SignedInContext, { agreements, position }: SignAll) {
  const codes = new Map<string, ErrorCode | null>()
  const inTurn = agreements.toSorted((a, b) => (a.leasingAgreementId < b.leasingAgreementId ? -1 : 1))
  for (const { leasingAgreementId, ...shown } of inTurn) {
    if (codes.has(leasingAgreementId)) continue
    codes.set(leasingAgreementId, await refusalOf(context, { agreementId: leasingAgreementId, ...shown }, position))
  }
  return agreements.map(({ leasingAgreementId }) => {
    const code = codes.get(leasingAgreementId) ?? null
    return { leasingAgreementId, signed: code === null, code }
  })
}

/** Signs one agreement. @returns why it was refused, or null */
async function refusalOf(context: SignedInContext, shown: ShownAgreement, position: string | undefined) {
  const { db } = context
  try {
    await inSavepoint(db, () => signAgreement(context, { ...shown, position, party: 'EMPLOYER' }, null))
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code
  }
}
