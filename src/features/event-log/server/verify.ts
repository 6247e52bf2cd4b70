import type { Db } from '#platform/server/database/db.ts'
import { type KeptHead, verifyChains } from '#platform/server/database/verify-chains.ts'
import { forgedSignatures } from './queries.ts'

/** Recomputes every chain of the log, and compares with it what it proves elsewhere: the signatures. */
export async function verifyLog(db: Db, kept: readonly KeptHead[]) {
  const { chains, events, faults } = await verifyChains(db, kept)
  return { chains, events, faults: [...faults, ...(await forgedSignatures(db))] }
}
