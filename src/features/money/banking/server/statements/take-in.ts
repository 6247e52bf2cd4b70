import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { BankFileKind } from '../../rules/statements.ts'
import { DoubtWriter } from '../matching/doubt-writer.ts'
import { settleOnlinePayments } from '../matching/settlements.ts'
import { type IncomingFile, identify, refusal, type TakenBy } from '../paying/bank-file.ts'
import { readPaymentStatusReport } from './pain-002.ts'
import { applyReports } from './status-reports.ts'
import { takeInEntries } from './take-in-entries.ts'

/** A file whose row stands, and what is in it. */
interface Filling {
  readonly id: string
  readonly kind: BankFileKind
  readonly file: IncomingFile
  readonly by: TakenBy
}

/**
 * Takes in a bank's file in the caller's transaction. Movements that are known already are left out; a reference payment
 * of the open sum settles its invoice; a movement of one of our payments closes it; what is doubtful is put aside.
 * @returns the file's id
 * @throws BANK_FILE_NOT_ACCEPTED with reason and line where it is no document of a bank to us, BANK_FILE_REPEATED when
 *   these bytes were taken in before
 */
export async function takeInBankFile(
  db: Db,
  services: Services,
  { file, by }: { file: IncomingFile; by: TakenBy },
): Promise<string> {
  const { env } = services
  const id = env.id()
  try {
    const { sha256, kind } = await identify(file)
    await db
      .insertInto('bank_files')
      .values({
        id,
        kind,
        name: file.name,
        sha256,
        skipped_accounts: '[]',
        created_by: by.broughtBy ?? null,
        confirmed_by: by.broughtBy ? by.userId : null,
        created_at: env.now(),
      })
      .execute()
    await fillBankFile(db, services, { id, kind, file, by })
  } catch (error) {
    if (isUniqueViolation(error, 'bank_files_sha256_key')) throw new AppError('BANK_FILE_REPEATED')
    throw refusal(error)
  }
  return id
}

/** Reads a file into its row and into the books. @throws FileFault where it is no document of a bank to us */
async function fillBankFile(db: Db, services: Services, { id, kind, file, by }: Filling): Promise<void> {
  const counts =
    kind === 'PAIN002'
      ? await applyReports(db, services, {
          reports: await readPaymentStatusReport(file.open()),
          doubts: new DoubtWriter(db, services, { bankFileId: id, fileName: file.name }),
          by,
        })
      : await takeInEntries(db, services, { bankFileId: id, file, by })
  const settled = await settleOnlinePayments(db, services, by.actor)
  const { entries, matched, known, doubts, skippedAccounts } = counts
  await db
    .updateTable('bank_files')
    .set({
      entry_count: entries,
      matched_count: matched + settled,
      known_count: known,
      doubt_count: doubts,
      skipped_accounts: JSON.stringify(skippedAccounts),
    })
    .where('id', '=', id)
    .execute()
  await logEvent(db, services.env, by.actor, 'BANK_FILE_TAKEN_IN', {
    subject: { type: 'register', id },
    shared: false,
    data: { kind, entries, matched, known, doubts },
  })
}

/** Takes in what the bank's own connection delivered, in a transaction of its own. @returns the file's id */
export const takeInFromBank = (services: Services, file: IncomingFile): Promise<string> =>
  services.database.transaction((db) =>
    takeInBankFile(db, services, { file, by: { actor: systemActor, userId: null } }),
  )
