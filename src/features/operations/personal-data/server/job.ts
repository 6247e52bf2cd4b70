import { sql } from 'kysely'
import { removeLaterFile } from '#platform/server/documents/later-documents.ts'
import { inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { COPY_KNOWN_DAYS } from '../rules.ts'

/** Removes the files of copies whose time is up, and after a year that they were given. */
export const removeOldCopies: Job = {
  name: 'remove-old-copies',
  cron: '41 * * * *',
  async run(services) {
    const now = services.env.now()
    const due = await services.database.primary
      .selectFrom('personal_copies')
      .select('id')
      .where('file_id', 'is not', null)
      .where('expires_at', '<=', now)
      .execute()
    const ids = due.map(({ id }) => id)
    const { done } = await inTurn(services, ids, async (db, id) => {
      const copy = await db
        .selectFrom('personal_copies')
        .select('file_id')
        .where('id', '=', id)
        .where('file_id', 'is not', null)
        .forUpdate()
        .executeTakeFirst()
      if (!copy) return false
      await db
        .updateTable('personal_copies')
        .set((e) => ({ file_id: null, updated_at: now, version: e('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
      return removeLaterFile(db, services, copy.file_id!)
    })
    // The account, and its copies with it, may be gone meanwhile.
    const orphans = await services.database.primary
      .selectFrom('files as f')
      .select('f.id')
      .where('f.parent_type', '=', 'personal-copy')
      .where(sql<boolean>`not exists (select from personal_copies c where c.file_id = f.id)`)
      .execute()
    for (const { id } of orphans) await services.database.transaction((db) => removeLaterFile(db, services, id))
    const known = new Date(now.getTime() - COPY_KNOWN_DAYS * 86_400_000)
    const gone = await services.database.primary
      .deleteFrom('personal_copies')
      .where('file_id', 'is', null)
      .where('created_at', '<', known)
      .executeTakeFirst()
    return { files: done + orphans.length, copies: Number(gone.numDeletedRows) }
  },
}
