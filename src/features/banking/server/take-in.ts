import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError, fail } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { type Actor, logEvent, systemActor } from '#platform/server/database/events.ts'
import { FileFault } from '#platform/server/documents/xml-reader.ts'
import { isUniqueViolation } from '#platform/server/http/changes.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { BankFileKind } from '../rules/statements.ts'
import { DoubtWriter } from './doubt-writer.ts'
import { readPaymentStatusReport } from './pain-002.ts'
import { bankFileRow } from './queries.ts'
import { settleOnlinePayments } from './settlements.ts'
import { applyReports } from './status-reports.ts'
import { takeInEntries } from './take-in-entries.ts'

/** A file as it came: its name, and its bytes as often as they are asked for. */
export interface IncomingFile {
  readonly name: string
  open(): Iterable<Uint8Array> | Readable
}

export interface TakenBy {
  readonly actor: Actor
  readonly userId: string | null
}

async function hashOf(file: IncomingFile): Promise<{ sha256: Buffer; head: string }> {
  const hash = createHash('sha256')
  let head = ''
  for await (const chunk of file.open()) {
    hash.update(chunk as Uint8Array)
    if (head.length < 4096) head += Buffer.from(chunk as Uint8Array).toString('latin1')
  }
  return { sha256: hash.digest(), head: head.slice(0, 4096) }
}

/** What a file is, by the name of its message, which stands at its beginning. */
function kindOf(head: string): BankFileKind {
  if (/<(?:\w+:)?BkToCstmrAcctRpt[\s>]/.test(head)) return 'CAMT052'
  if (/<(?:\w+:)?BkToCstmrStmt[\s>]/.test(head)) return 'CAMT053'
  if (/<(?:\w+:)?BkToCstmrDbtCdtNtfctn[\s>]/.test(head)) return 'CAMT054'
  if (/<(?:\w+:)?CstmrPmtStsRpt[\s>]/.test(head)) return 'PAIN002'
  throw new FileFault('BANK_FILE_UNKNOWN_KIND', 1)
}

/** A refusal that names the line and why, in the answer's details. */
function refusal(error: unknown): unknown {
  if (!(error instanceof FileFault)) return error
  return new AppError('BANK_FILE_NOT_ACCEPTED', { details: { reason: error.code, line: error.line } })
}

/**
 * Takes in a bank's file in the caller's transaction: whole, or not at all. Movements that are known already are left
 * out; a reference payment of the open sum settles its invoice; a movement of one of our payments closes it.
 * @returns the file's id
 * @throws BANK_FILE_NOT_ACCEPTED with reason and line, BANK_FILE_REPEATED when these bytes were taken in before
 */
export async function takeInBankFile(
  db: Db,
  services: Services,
  { file, by }: { file: IncomingFile; by: TakenBy },
): Promise<string> {
  try {
    const { sha256, head } = await hashOf(file)
    const kind = kindOf(head)
    const id = services.env.id()
    await db
      .insertInto('bank_files')
      .values({
        id,
        kind,
        name: file.name,
        sha256,
        skipped_accounts: '[]',
        created_by: by.userId,
        created_at: services.env.now(),
      })
      .execute()
    const counts =
      kind === 'PAIN002'
        ? await applyReports(db, services, {
            reports: await readPaymentStatusReport(file.open()),
            doubts: new DoubtWriter(db, services, { bankFileId: id, fileName: file.name }),
            by,
          })
        : await takeInEntries(db, services, { bankFileId: id, file, by })
    const settled = await settleOnlinePayments(db, services, by.actor)
    await db
      .updateTable('bank_files')
      .set({
        entry_count: counts.entries,
        matched_count: counts.matched + settled,
        known_count: counts.known,
        doubt_count: counts.doubts,
        skipped_accounts: JSON.stringify(counts.skippedAccounts),
      })
      .where('id', '=', id)
      .execute()
    await logEvent(db, services.env, by.actor, 'BANK_FILE_TAKEN_IN', {
      subject: { type: 'register', id },
      shared: false,
      data: { kind, entries: counts.entries, matched: counts.matched, known: counts.known, doubts: counts.doubts },
    })
    return id
  } catch (error) {
    if (isUniqueViolation(error, 'bank_files_sha256_key')) throw new AppError('BANK_FILE_REPEATED')
    throw refusal(error)
  }
}

/** What a file brought. */
export interface TakenCounts {
  readonly entries: number
  readonly matched: number
  readonly known: number
  readonly doubts: number
  readonly skippedAccounts: readonly string[]
}

/** Takes in what the bank's own connection delivered, in a transaction of its own. @returns the file's id */
export const takeInFromBank = (services: Services, file: IncomingFile): Promise<string> =>
  services.database.transaction((db) =>
    takeInBankFile(db, services, { file, by: { actor: systemActor, userId: null } }),
  )

/** One taken file as it is answered. */
export async function answerFile(db: Db, id: string) {
  return (await bankFileRow(db, id)) ?? fail('NOT_FOUND')
}
