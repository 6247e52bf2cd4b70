import { toldSince } from '#features/pricing/leasing/server/told-terms.ts'
import type { Db } from '#platform/server/database/db.ts'
import { partAccepted } from '#platform/server/events/accepted-breaks.ts'
import { keptRecord } from '#platform/server/events/event-heads.ts'
import { type KeptHead, verifyChains } from '#platform/server/events/verify-chains.ts'
import type { Services } from '#platform/server/http/context.ts'
import { verifyRoots } from '#platform/server/record/record-roots.ts'
import { verifyStamps } from '#platform/server/record/time-stamps.ts'
import { changedFiles, changedSealedFiles } from './changed-files.ts'
import { forgedRows } from './compared-rows.ts'

/**
 * Recomputes every chain of the log, and compares with it what it proves elsewhere: signatures, payments, sealed files,
 * signed roots. What is known and was accepted as it stands is named apart.
 */
export async function verifyLog(db: Db, { config, env }: Pick<Services, 'config' | 'env'>, kept: readonly KeptHead[]) {
  const { chains, events, blank, faults } = await verifyChains(db, kept)
  const { upgrade } = await toldSince(db, env.now())
  const rows = await forgedRows(db, upgrade)
  const sealed = await changedSealedFiles(db, upgrade)
  const { stamped, faults: unstamped } = await verifyStamps(db, config)
  const roots = [...(await verifyRoots(db, config)), ...unstamped]
  const { open, accepted } = await partAccepted(db, [...faults, ...rows, ...sealed, ...roots])
  return { chains, events, blank, stamped, faults: open, accepted }
}

/** Verifies the log with what is kept outside the database: the ends of the chains, and every file. */
export async function verifyRecord(db: Db, services: Pick<Services, 'config' | 'env' | 'files'>) {
  const { config, files } = services
  const record = await keptRecord(db, config)
  const log = await verifyLog(db, services, record.heads)
  const kept = await changedFiles(db, files)
  return { ...log, files: kept.files, faults: [...record.faults, ...log.faults, ...kept.faults] }
}
