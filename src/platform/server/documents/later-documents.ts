import { sql } from 'kysely'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Job } from '../jobs/jobs.ts'
import { backOffMs } from '../messages/outbox.ts'
import { insertFile, type NewFile, removeFile } from './stored-files.ts'

/** Makes the bytes of one kind of document from its facts and from rows that do not change any more. */
export type DocumentMaker = (
  services: Services,
  of: { readonly parentId: string; readonly facts: unknown },
) => Promise<Buffer>

interface LaterFile extends Omit<NewFile, 'content'> {
  readonly kind: string
  /** What the document says, as it stands now; JSON. */
  readonly facts?: object
}

/**
 * Keeps a document whose bytes are made once the transaction has committed, so that no row stays locked while a PDF is
 * drawn. The file's row stands at once: the record names it, and rules count it as there.
 * @returns the file's id
 */
export async function keepFileLater(db: Db, services: Services, file: LaterFile): Promise<string> {
  const now = services.env.now()
  const id = await insertFile(db, services, file)
  await db
    .insertInto('documents_to_make')
    .values({
      file_id: id,
      kind: file.kind,
      facts: JSON.stringify(file.facts ?? {}),
      next_attempt_at: now,
      created_at: now,
    })
    .execute()
  services.wakeDocuments()
  return id
}

/** Forgets a file, made or still to be made. @returns false when it was gone already */
export async function removeLaterFile(db: Db, services: Services, id: string): Promise<boolean> {
  await db.deleteFrom('documents_to_make').where('file_id', '=', id).execute()
  return removeFile(db, services, id)
}

interface DueDocument {
  file_id: string
  kind: string
  facts: unknown
  attempts: number
  parent_id: string
}

const leaseSeconds = 120

/** Leases the document that has waited longest, so that two nodes do not draw the same one. */
async function claim({ database, env }: Services): Promise<DueDocument | undefined> {
  const now = env.now()
  const until = new Date(now.getTime() + leaseSeconds * 1000)
  const result = await sql<DueDocument>`
    update documents_to_make m set leased_until = ${until}, attempts = m.attempts + 1, version = m.version + 1
      from files f
     where f.id = m.file_id
       and m.file_id = (select file_id from documents_to_make
                         where next_attempt_at <= ${now} and (leased_until is null or leased_until < ${now})
                         order by next_attempt_at, file_id limit 1 for update skip locked)
    returning m.file_id, m.kind, m.facts, m.attempts, f.parent_id`.execute(database.primary)
  return result.rows[0]
}

/** Draws a document outside any transaction, then keeps it; of two that drew the same one, the first is kept. */
async function make(services: Services, makers: Makers, due: DueDocument): Promise<boolean> {
  const { database, env, files } = services
  const maker = makers[due.kind]
  if (!maker) throw new Error(`nobody makes documents of the kind ${due.kind}`)
  const content = await maker(services, { parentId: due.parent_id, facts: due.facts })
  const stored = await files.put(content)
  const isKept = await database.transaction(async (db) => {
    const kept = await db
      .updateTable('files')
      .set({ storage_key: stored.key, sha256: stored.sha256, bytes: stored.bytes })
      .where('id', '=', due.file_id)
      .where('storage_key', 'is', null)
      .executeTakeFirst()
    if (kept.numUpdatedRows !== 1n) return false
    await db.deleteFrom('documents_to_make').where('file_id', '=', due.file_id).execute()
    await db
      .updateTable('outbox')
      .set({ waits_for_file_id: null, next_attempt_at: env.now() })
      .where('waits_for_file_id', '=', due.file_id)
      .execute()
    return true
  })
  if (isKept) services.wakeOutbox()
  else await files.remove(stored.key)
  return isKept
}

async function tryLater({ database, env, log }: Services, due: DueDocument, error: unknown): Promise<void> {
  const { name, code } = error as Error & { code?: string }
  log.error({ file: due.file_id, err: error }, 'a document could not be made')
  await database.primary
    .updateTable('documents_to_make')
    .set((eb) => ({
      leased_until: null,
      last_error: [name, code].filter(Boolean).join(' '),
      next_attempt_at: new Date(env.now().getTime() + backOffMs(due.attempts)),
      version: eb('version', '+', 1),
    }))
    .where('file_id', '=', due.file_id)
    .execute()
}

export type Makers = Readonly<Record<string, DocumentMaker>>

/**
 * Makes the documents that are due. One that fails is tried again later and holds none of the others.
 * @returns how many were made
 * @throws the first fault, once all have had their turn
 */
export async function makeDueDocuments(services: Services, makers: Makers): Promise<number> {
  const faults: unknown[] = []
  let made = 0
  for (let due = await claim(services); due; due = await claim(services)) {
    try {
      if (await make(services, makers, due)) made += 1
    } catch (error) {
      faults.push(error)
      await tryLater(services, due, error)
    }
  }
  if (faults.length > 0) throw faults[0]
  return made
}

/** Every minute: what a node that has ended left to be made, and what failed before. */
export const documentsJob = (makers: Makers): Job => ({
  name: 'make-documents',
  cron: '* * * * *',
  run: async (services) => ({ made: await makeDueDocuments(services, makers) }),
})

/** Makes documents as soon as their transactions have committed. */
export function createDocumentWorker(services: Services, makers: Makers) {
  let running: Promise<void> | null = null
  let isAskedAgain = false
  let isStopped = false
  const run = async () => {
    do {
      isAskedAgain = false
      // What failed is logged and waits for its next try.
      await makeDueDocuments(services, makers).catch(() => undefined)
    } while (isAskedAgain && !isStopped)
    running = null
  }
  return {
    wake(): void {
      isAskedAgain = true
      if (!isStopped) running ??= run()
    },
    async stop(): Promise<void> {
      isStopped = true
      await running
    },
  }
}
