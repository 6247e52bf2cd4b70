import type { Db } from '#platform/server/database/db.ts'
import { keptRecord } from '#platform/server/events/event-heads.ts'
import { type KeptHead, verifyChains } from '#platform/server/events/verify-chains.ts'
import type { Services } from '#platform/server/http/context.ts'
import { changedFiles, changedSealedFiles } from './changed-files.ts'
import { forgedRows } from './compared-rows.ts'

/** Recomputes every chain of the log, and compares with it what it proves elsewhere: signatures, payments, sealed files. */
export async function verifyLog(db: Db, kept: readonly KeptHead[]) {
  const { chains, events, faults } = await verifyChains(db, kept)
  return { chains, events, faults: [...faults, ...(await forgedRows(db)), ...(await changedSealedFiles(db))] }
}

/** Verifies the log with what is kept outside the database: the ends of the chains, and every file. */
export async function verifyRecord(db: Db, { config, files }: Pick<Services, 'config' | 'files'>) {
  const record = await keptRecord(db, config)
  const log = await verifyLog(db, record.heads)
  const kept = await changedFiles(db, files)
  return { ...log, files: kept.files, faults: [...record.faults, ...log.faults, ...kept.faults] }
}
