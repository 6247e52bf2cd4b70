import type { Db } from '#platform/server/database/db.ts'
import type { TransferParty } from '../rules.ts'
import type { BrokerageRecord } from './record.ts'

/** The signatures of a transfer's document, in the order in which they were given. */
export async function signaturesOf(db: Db, row: Pick<BrokerageRecord, 'id' | 'company_id' | 'new_agreement_id'>) {
  const found = await db
    .selectFrom('transfer_signatures')
    .selectAll()
    .where('brokerage_id', '=', row.id)
    .where('company_id', '=', row.company_id)
    .where('new_agreement_id', '=', row.new_agreement_id)
    .orderBy('signed_at')
    .orderBy('id')
    .execute()
  return found.map((one) => ({
    party: one.party as TransferParty,
    userId: one.user_id,
    typedName: one.typed_name,
    position: one.position,
    documentSha256: one.document_sha256,
    ipAddress: one.ip_address,
    signedAt: one.signed_at,
    proof: one.proof,
    proofSince: one.proof_since,
  }))
}
export type GivenTransferSignature = Awaited<ReturnType<typeof signaturesOf>>[number]
