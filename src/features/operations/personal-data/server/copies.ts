import { sql } from 'kysely'
import type { LanguageCode } from '#platform/contract/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { keepFileLater } from '#platform/server/documents/later-documents.ts'
import type { Services } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { COPY_DAYS, copyStateOf } from '../rules.ts'

const dayMs = 86_400_000

const selected = (db: Db) =>
  db
    .selectFrom('personal_copies as c')
    .leftJoin('files as f', 'f.id', 'c.file_id')
    .leftJoin('users as m', 'm.id', 'c.made_by')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select([
      'c.id',
      'c.file_id',
      'c.created_at',
      'c.expires_at',
      'c.reason',
      'm.first_name as maker_first_name',
      'm.last_name as maker_last_name',
      sql<string>`coalesce(c.email, u.email, '')`.as('email'),
      sql<boolean>`f.storage_key is not null`.as('is_made'),
    ])
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')

type CopyRow = Awaited<ReturnType<ReturnType<typeof selected>['executeTakeFirstOrThrow']>>

export const copyView = (row: CopyRow, now: Date) => ({
  copyId: row.id,
  state: copyStateOf({ isMade: row.is_made, hasFile: row.file_id !== null, expiresAt: row.expires_at }, now),
  orderedAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
})

export const madeCopyView = (row: CopyRow, now: Date) => ({
  ...copyView(row, now),
  email: row.email,
  reason: row.reason ?? '',
  madeBy: `${row.maker_first_name} ${row.maker_last_name}`,
})

/** The copies that a person has ordered. */
export const ownCopies = (db: Db, userId: string) =>
  selected(db).where('c.user_id', '=', userId).where('c.made_by', 'is', null).limit(50).execute()

/** The copies that staff have made. */
export const madeCopies = (db: Db) => selected(db).where('c.made_by', 'is not', null).limit(200).execute()

export const findCopy = (db: Db, id: string) => selected(db).where('c.id', '=', id).executeTakeFirstOrThrow()

interface Asked {
  readonly userId: string | null
  readonly email: string | null
  readonly language: LanguageCode
  readonly madeBy?: string
  readonly reason?: string
}

/**
 * Orders a copy. The one before, if it can still be downloaded, ends with it.
 * @returns its id, and the file that is being made
 * @throws COPY_BEING_MADE
 */
export async function orderCopy(db: Db, services: Services, asked: Asked): Promise<{ id: string; fileId: string }> {
  const now = services.env.now()
  const owner = asked.userId ?? asked.email!
  await sql`select pg_advisory_xact_lock(hashtext(${`personal-copy ${owner}`}))`.execute(db)
  const live = await db
    .selectFrom('personal_copies as c')
    .innerJoin('files as f', 'f.id', 'c.file_id')
    .select(['c.id', 'f.storage_key'])
    .where(asked.userId ? sql<boolean>`c.user_id = ${asked.userId}` : sql<boolean>`c.email = ${asked.email}`)
    .where(sql<boolean>`(c.made_by is null) = ${asked.madeBy === undefined}`)
    .where('c.expires_at', '>', now)
    .execute()
  if (live.some(({ storage_key: key }) => key === null)) throw new AppError('COPY_BEING_MADE')
  for (const { id } of live)
    await db
      .updateTable('personal_copies')
      .set((e) => ({ expires_at: now, updated_at: now, version: e('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  const id = services.env.id()
  await db
    .insertInto('personal_copies')
    .values({
      id,
      user_id: asked.userId,
      email: asked.email,
      made_by: asked.madeBy ?? null,
      reason: asked.reason ?? null,
      language: asked.language,
      expires_at: new Date(now.getTime() + COPY_DAYS * dayMs),
      created_at: now,
      updated_at: now,
    })
    .execute()
  const fileId = await keepFileLater(db, services, {
    kind: 'PERSONAL_COPY',
    companyId: null,
    parentType: 'personal-copy',
    parentId: id,
    label: `${services.texts.t(asked.language, 'personal-data:fileName')}-${helsinkiDay(now)}.zip`,
    contentType: 'application/zip',
    createdBy: asked.madeBy ?? null,
  })
  await db.updateTable('personal_copies').set({ file_id: fileId }).where('id', '=', id).execute()
  return { id, fileId }
}

/** The file of a copy that can be downloaded: one's own, or one that one has made for somebody. */
export async function fileOfCopy(
  db: Db,
  now: Date,
  id: string,
  of: { readonly userId: string } | { readonly madeBy: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('personal_copies as c')
    .innerJoin('files as f', 'f.id', 'c.file_id')
    .select('f.id')
    .where('c.id', '=', id)
    .where('c.expires_at', '>', now)
    .where('f.storage_key', 'is not', null)
    .where(
      'userId' in of
        ? sql<boolean>`c.user_id = ${of.userId} and c.made_by is null`
        : sql<boolean>`c.made_by = ${of.madeBy}`,
    )
    .executeTakeFirst()
  return row?.id ?? null
}
