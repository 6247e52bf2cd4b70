import { sql } from 'kysely'
import { subjectOf } from '#features/operations/personal-data/server/subject.ts'
import type { Db } from '#platform/server/database/db.ts'
import { systemActor } from '#platform/server/events/events.ts'
import type { Services } from '#platform/server/http/context.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import type { ErasureReport } from '../contract.ts'
import { type ColumnClass, columnClasses, nextLook } from '../rules.ts'
import { erasePerson, valuesOf } from './erase.ts'
import { addressHash, noteErasure } from './ledger.ts'
import { logRequest } from './open-request.ts'
import { planOf } from './plan.ts'
import { searchAll } from './proof.ts'
import { lockRequest, type RequestRow, writeRequest } from './requests.ts'
import { type FileProgress, foundInFiles, newSearch, searchFurther } from './search-files.ts'

/** What an erasure takes today, and the values that nothing may say of the person afterwards. */
async function takes(db: Db, { env }: Services, row: RequestRow) {
  const of = await subjectOf(db, { userId: row.user_id, email: row.email })
  const plan = await planOf(db, of, helsinkiDay(env.now()))
  const keeps = new Map(plan.classes.map((one) => [one.class, one.kept]))
  const going = new Set<ColumnClass>(columnClasses.filter((name) => !keeps.get(name)))
  const kept = new Set(columnClasses.filter((name) => keeps.get(name)))
  return { of, plan, going, kept, values: going.has('account') ? await valuesOf(db, of) : [] }
}

type Taken = Awaited<ReturnType<typeof takes>>

/** How far the files have been searched for the values; null where there is nothing to search for. */
function progressOf({ config, env }: Services, { file_search: kept }: RequestRow, { values }: Taken) {
  if (values.length === 0) return null
  const hash = addressHash(config, values.toSorted().join('\n'))
  return kept?.values === hash ? kept : newSearch(hash, env.now())
}

/**
 * Erases what nothing keeps any more of the person of a request, searches the whole database for their values, and keeps
 * what was found with the request; the values themselves go.
 */
async function execute(
  db: Db,
  services: Services,
  row: RequestRow,
  { of, plan, going, kept, values, progress }: Taken & { readonly progress: FileProgress | null },
): Promise<void> {
  const { config, env } = services
  const now = env.now()
  const today = helsinkiDay(now)
  const files = await erasePerson(db, services, of, { classes: going, values, before: now })
  await forgetWords(db, row)
  const inFiles = progress ? await foundInFiles(db, progress, kept) : []
  const report: ErasureReport = {
    at: now.toISOString(),
    files,
    searched: values.length,
    classes: plan.classes.map((one) => ({ ...one, tables: [...one.tables] })),
    found: [...(await searchAll(db, values, kept)), ...inFiles].map((one) => ({ ...one })),
    ...(progress
      ? { searchedFiles: { read: progress.read, unread: progress.unread, textless: progress.textless, left: 0 } }
      : {}),
  }
  await noteErasure(db, config, {
    requestId: row.id,
    userId: row.user_id,
    addressHashes: of.emails.filter((one) => !one.endsWith('.invalid')).map((one) => addressHash(config, one)),
    erasedAt: now.toISOString(),
  })
  const isFirst = row.erased_at === null
  await writeRequest(db, now, row.id, {
    state: 'DONE',
    erased_at: row.erased_at ?? now,
    closed_at: row.closed_at ?? now,
    file_search: null,
    next_day: nextLook(
      plan.classes.flatMap(({ kept: one }) => (one ? [one] : [])),
      today,
    ),
    // A later look searches for nothing: the values are gone. The first search is what proves it.
    report: JSON.stringify(isFirst || values.length > 0 ? report : { ...report, ...firstSearch(row) }),
  })
  await logRequest(db, services, systemActor, row, isFirst ? 'ERASED' : 'ERASED_AGAIN')
}

const firstSearch = ({ report }: RequestRow) =>
  report
    ? {
        searched: report.searched,
        found: report.found,
        at: report.at,
        ...(report.searchedFiles ? { searchedFiles: report.searchedFiles } : {}),
      }
    : {}

/** What people wrote into this request and earlier ones of the same person. */
async function forgetWords(db: Db, { id, user_id }: RequestRow): Promise<void> {
  await db
    .updateTable('rights_requests')
    .set({ email: null, wish: null, checked_how: null, extended_reason: null, answer: null })
    .where((e) =>
      e.or([
        e('id', '=', id),
        ...(user_id ? [e.and([e('user_id', '=', user_id), e('state', 'not in', ['OPEN'])])] : []),
      ]),
    )
    .execute()
}

/** What is still to be read before an erasure, and for which values. */
interface Search {
  readonly values: readonly string[]
  readonly progress: FileProgress
}

/**
 * Does a confirmed erasure whose day has passed, or looks again at what was kept; judged anew under the lock. All files are
 * searched first, since nothing is known to search for afterwards.
 * @returns whether it was done, or what has to be read before
 */
async function executeDue(db: Db, services: Services, id: string): Promise<boolean | Search> {
  const row = await lockRequest(db, id)
  if (row?.kind !== 'ERASURE') return false
  const now = services.env.now()
  const isFirst = row.state === 'ERASING' && row.erase_at !== null && row.erase_at <= now
  const isAgain = row.state === 'DONE' && row.next_day !== null && row.next_day <= helsinkiDay(now)
  if (!isFirst && !isAgain) return false
  const taken = await takes(db, services, row)
  const progress = progressOf(services, row, taken)
  if (progress && !progress.isWhole) return { values: taken.values, progress }
  await execute(db, services, isFirst ? { ...row, state: 'DONE' } : row, { ...taken, progress })
  return true
}

/**
 * Reads the next files outside of any transaction, and keeps how far it has come, unless another node came further: nobody's
 * page of the request grows old by it.
 */
async function searchOn(services: Services, id: string, { values, progress }: Search): Promise<void> {
  const { primary } = services.database
  const further = await searchFurther(primary, services, values, progress)
  await primary
    .updateTable('rights_requests')
    .set({ file_search: JSON.stringify(further) })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(file_search->>'after', '') is not distinct from ${progress.after ?? ''}
      or file_search->>'values' <> ${progress.values}`)
    .execute()
}

/** So many parts of the files a run reads for one erasure; the next run goes on. */
const PARTS = 250

/** Goes on with an erasure, part by part of the files; what is read is kept, so that a stop loses one part. */
export async function executeWhole(services: Services, id: string): Promise<boolean> {
  for (let part = 0; part < PARTS; part += 1) {
    const done = await services.database.transaction((db) => executeDue(db, services, id))
    if (typeof done === 'boolean') return done
    await searchOn(services, id, done)
  }
  return false
}
