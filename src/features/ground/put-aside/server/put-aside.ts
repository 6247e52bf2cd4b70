import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { LineProblem } from '#platform/contract/imports.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.generated.ts'
import type { Services } from '#platform/server/http/context.ts'
import type { Cents } from '#platform/values/money.ts'
import type { AsideSource, IntakeReason, IntakeSource } from '../rules.ts'

interface NewIntake {
  readonly source: IntakeSource
  readonly name: string
  /** Null where it came by a folder. */
  readonly broughtBy: string | null
  readonly refused?: { readonly reason: string; readonly line: number }
}

/** Notes that a file has come. @returns its id */
export async function noteIntake(db: Db, { env }: Pick<Services, 'env'>, file: NewIntake): Promise<string> {
  const id = env.id()
  await db
    .insertInto('intake_files')
    .values({
      id,
      source: file.source,
      name: file.name,
      brought_by: file.broughtBy,
      refused_for: file.refused?.reason ?? null,
      refused_line: file.refused?.line ?? null,
      created_at: env.now(),
    })
    .execute()
  return id
}

/** Notes how many of a file's lines were taken and how many were known. */
export const countIntake = (db: Db, id: string, { taken, known }: { taken: number; known: number }) =>
  db.updateTable('intake_files').set({ taken_count: taken, known_count: known }).where('id', '=', id).execute()

/** Something that is not taken as it stands. */
export interface Aside {
  readonly source: AsideSource
  readonly reason: IntakeReason
  readonly line: number
  readonly about: string | null
  /** Names and texts of the file, in its order. */
  readonly raw: readonly (readonly [name: string, text: string])[]
  readonly problems?: readonly LineProblem[]
  readonly readings?: readonly Cents[]
  /** What its reader needs to take it after all. */
  readonly content?: unknown
  readonly fileId?: string
}

/** A statement carries at most 65,535 values. */
const ROWS_A_STATEMENT = 1_000

/** What makes the same thing the same in another file. */
const keyOf = ({ source, raw, reason }: Aside) =>
  `${source}|${createHash('sha256')
    .update(JSON.stringify([reason, raw]))
    .digest('hex')}`

/** What waited has come after all, in a later file. */
export async function settleAsides(
  db: Db,
  { env }: Pick<Services, 'env'>,
  { source, abouts, by }: { source: AsideSource; abouts: readonly string[]; by: string },
): Promise<void> {
  if (abouts.length === 0) return
  await db
    .updateTable('intake_asides')
    .set((eb) => ({
      state: 'TAKEN',
      raw: '[]',
      problems: '[]',
      content: null,
      decided_by: by,
      decided_at: env.now(),
      updated_at: env.now(),
      version: eb('version', '+', 1),
    }))
    .where('source', '=', source)
    .where('state', '=', 'OPEN')
    .where('about', 'in', [...abouts])
    .execute()
}

/**
 * Keeps what a file brought and what could not be taken, once, until somebody decides. What waits already, or has been
 * decided, is not asked about anew.
 * @returns the ids of those that were put aside now
 */
export async function putAside(
  db: Db,
  { env }: Pick<Services, 'env'>,
  intakeFileId: string,
  asides: readonly Aside[],
): Promise<string[]> {
  const now = env.now()
  const rows = asides.map((aside) => ({
    id: env.id(),
    intake_file_id: intakeFileId,
    source: aside.source,
    aside_key: keyOf(aside),
    reason: aside.reason,
    line: aside.line,
    about: aside.about,
    raw: JSON.stringify(aside.raw),
    problems: JSON.stringify(aside.problems ?? []),
    readings: aside.readings ? JSON.stringify(aside.readings) : null,
    content: aside.content === undefined ? null : JSON.stringify(aside.content),
    file_id: aside.fileId ?? null,
    created_at: now,
    updated_at: now,
  }))
  const kept: string[] = []
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    const written = await db
      .insertInto('intake_asides')
      .values(rows.slice(from, from + ROWS_A_STATEMENT))
      .onConflict((conflict) => conflict.column('aside_key').doNothing())
      .returning('id')
      .execute()
    kept.push(...written.map(({ id }) => id))
  }
  return kept
}

export type AsideRow = Selectable<Tables['intake_asides']>

/** What was put aside, held until the transaction ends. */
export const lockAside = (db: Db, id: string): Promise<AsideRow | undefined> =>
  db.selectFrom('intake_asides').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Notes what somebody has decided about what was put aside; its texts are removed. */
export const decideAside = (
  db: Db,
  { env }: Pick<Services, 'env'>,
  { id, version }: AsideRow,
  change: { readonly state: 'TAKEN' | 'DISMISSED'; readonly note?: string; readonly by: string },
) =>
  db
    .updateTable('intake_asides')
    .set({
      state: change.state,
      note: change.note ?? null,
      raw: '[]',
      problems: '[]',
      readings: null,
      content: null,
      decided_by: change.by,
      decided_at: env.now(),
      version: version + 1,
      updated_at: env.now(),
    })
    .where('id', '=', id)
    .execute()
