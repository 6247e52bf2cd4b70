import { sql } from 'kysely'
import {
  type Aside,
  countIntake,
  noteIntake,
  putAside,
  settleAsides,
} from '#features/ground/put-aside/server/put-aside.ts'
import { lockLessor } from '#features/pricing/leasing/server/queries.ts'
import type { QueryOf } from '#platform/contract/contract.ts'
import { fail, failField } from '#platform/contract/errors.ts'
import type { LineProblem } from '#platform/contract/imports.ts'
import { keepFile } from '#platform/server/documents/stored-files.ts'
import { actorOf, logEvent } from '#platform/server/events/events.ts'
import type { SignedInContext } from '#platform/server/http/context.ts'
import { type Day, helsinkiDay } from '#platform/values/days.ts'
import type { lessorFiles } from '../contract.ts'
import { compareList, listKinds } from '../rules/compare.ts'
import { takeAnswers } from './answers.ts'
import { type Known, keyOf } from './known.ts'
import { profileOf } from './profiles.ts'
import { findFile, ourLeases } from './queries.ts'
import { readList } from './read-file.ts'
import { recordDifferences } from './record.ts'

type Query = QueryOf<typeof lessorFiles.takeIn>

interface TakenIn {
  readonly id: string
  readonly problems: readonly LineProblem[]
}

/** A file with its day. */
export type Incoming = Query & { readonly day: Day }

/** The day of a file: today unless told, and none to come. */
function dayOf(told: Day | undefined, today: Day): Day {
  if (told && told > today) failField('day', 'TOO_LARGE', 'The file’s day has not come yet', today)
  return told ?? today
}

/**
 * What a file would bring: it is taken in, looked at and taken back in the caller's transaction.
 * @throws NOT_FOUND, LESSOR_FILE_NOT_ACCEPTED
 */
export async function previewFile(context: SignedInContext, query: Query, content: Buffer) {
  const { db } = context
  await sql`savepoint looked_at`.execute(db)
  try {
    const { id, problems } = await takeInFile(context, query, content)
    const { rows, found, gone } = (await findFile(db, id))!
    return { rows, found, gone, aside: problems.length, problems: problems.slice(0, PREVIEWED_MAX) }
  } finally {
    await sql`rollback to savepoint looked_at`.execute(db)
  }
}

/** So many bad lines are named beforehand. */
const PREVIEWED_MAX = 50

/** Compares a lessor's list with our leases of its day. */
async function compared({ db }: SignedInContext, content: Uint8Array, { leasingCompanyId, day }: Incoming) {
  const { rows: theirs, asides, unread } = readList(content, await profileOf(db, leasingCompanyId))
  const numbers = theirs.map(({ number }) => number)
  const all = compareList(theirs, await ourLeases(db, { leasingCompanyId, day, numbers }))
  // A line that could not be read says nothing of its agreement, not even that it is missing.
  const found = all.filter(({ number }) => !unread.has(number))
  const seen = new Set(found.map(keyOf))
  // A list shows everything: what it does not show any more is over.
  const isOver = (one: Known) =>
    listKinds.some((kind) => kind === one.kind) && !seen.has(keyOf(one)) && !unread.has(one.number)
  return { rows: theirs.length, numbers, asides, found, isOver }
}

/** Notes what became of the lines of a file; what waited of an agreement that it tells of is settled. */
async function noteLines(
  context: SignedInContext,
  name: string,
  of: { readonly rows: number; readonly numbers: readonly string[]; readonly asides: readonly Aside[] },
): Promise<void> {
  const { db, user } = context
  const id = await noteIntake(db, context, { source: 'LESSOR', name, broughtBy: user.userId })
  await countIntake(db, id, { taken: of.rows, known: 0 })
  await settleAsides(db, context, { source: 'LESSOR', abouts: of.numbers, by: user.userId })
  await putAside(db, context, id, of.asides)
}

/**
 * Takes in a lessor's file; a line that cannot be read is put aside.
 * @returns its id, and what is wrong with the lines that are put aside
 * @throws NOT_FOUND, LESSOR_FILE_NOT_ACCEPTED where no line can be read
 */
export async function takeInFile(context: SignedInContext, query: Query, content: Buffer): Promise<TakenIn> {
  const { db, env, user } = context
  const lessor = (await lockLessor(db, query.leasingCompanyId)) ?? fail('NOT_FOUND')
  const isList = query.kind === 'LIST'
  const day = dayOf(query.day, helsinkiDay(env.now()))
  const { rows, numbers, asides, ...listed } = await (isList ? compared : takeAnswers)(context, content, {
    ...query,
    day,
  })
  const lessorFileId = env.id()
  const kept = await keepFile(db, context, {
    companyId: null,
    parentType: 'lessor-file',
    parentId: lessorFileId,
    label: query.fileName,
    contentType: 'text/csv; charset=utf-8',
    content,
    createdBy: user.userId,
  })
  await db
    .insertInto('lessor_files')
    .values({
      id: lessorFileId,
      leasing_company_id: lessor.id,
      kind: query.kind,
      name: query.fileName,
      file_id: kept.id,
      row_count: rows,
      answers_day: isList ? null : day,
      created_by: user.userId,
      created_at: env.now(),
    })
    .execute()
  const counts = await recordDifferences(db, context, { lessorFileId, leasingCompanyId: lessor.id, day }, listed)
  await db
    .updateTable('lessor_files')
    .set({ found_count: counts.found, gone_count: counts.gone })
    .where('id', '=', lessorFileId)
    .execute()
  await logEvent(db, env, actorOf(user), 'REGISTER_CHANGED', {
    subject: { type: 'register', id: lessor.id },
    shared: false,
    data: { register: 'lessor-files', change: query.kind.toLowerCase(), rows, ...counts },
  })
  const ofLessor = asides.map((one): Aside => ({ ...one, raw: [['', lessor.name], ...one.raw] }))
  await noteLines(context, query.fileName, { rows, numbers, asides: ofLessor })
  return { id: lessorFileId, problems: asides.flatMap(({ problems }) => problems ?? []) }
}
