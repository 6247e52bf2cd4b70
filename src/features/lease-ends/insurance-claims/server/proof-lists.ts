import type { BodyOf } from '#platform/contract/contract.ts'
import { AppError, fail, failField } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { settingChains } from '#platform/server/database/settings.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import type { insuranceClaims } from '../contract.ts'
import { type ClaimType, claimTypes, type ProofPiece, proofPieces } from '../rules.ts'

/** What a claim of each type has to tell and show. */
export async function proofLists(db: Db) {
  const rows = await db.selectFrom('claim_proof_lists').selectAll().execute()
  const byType = new Map(rows.map((row) => [row.type as ClaimType, row]))
  return {
    items: claimTypes.map((type) => {
      const { pieces = [], version = 0 } = byType.get(type) ?? {}
      return { type, version, pieces: pieces as ProofPiece[] }
    }),
  }
}

/** Sets what claims of a type that are opened from now on have to tell and show. @throws VALIDATION for nothing */
export async function setProofList(
  { db, env, user }: SignedInContext,
  { type, version, pieces: wanted }: BodyOf<typeof insuranceClaims.setProofList>,
) {
  const pieces = proofPieces.filter((piece) => wanted[piece])
  if (pieces.length === 0) failField('pieces.DAY', 'REQUIRED', 'has to ask for something')
  const before =
    (await db.selectFrom('claim_proof_lists').selectAll().where('type', '=', type).executeTakeFirst()) ??
    fail('NOT_FOUND')
  const written = await db
    .updateTable('claim_proof_lists')
    .set({ pieces: [...pieces], version: version + 1 })
    .where('type', '=', type)
    .where('version', '=', version)
    .executeTakeFirst()
  const now = await proofLists(db)
  if (written.numUpdatedRows !== 1n) throw new AppError('VERSION_CONFLICT', { details: { current: now } })
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id: settingChains.claimProof },
    shared: false,
    data: { register: 'claim-proof', change: 'updated', before: { [type]: before.pieces }, after: { [type]: pieces } },
  })
  return now
}
