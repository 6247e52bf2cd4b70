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
import { searchFiles } from './search-files.ts'

/**
 * Erases what nothing keeps any more of the person of a request, searches the whole database for their values, and keeps
 * what was found with the request; the values themselves go.
 */
async function execute(db: Db, services: Services, row: RequestRow): Promise<void> {
  const { config, env } = services
  const now = env.now()
  const today = helsinkiDay(now)
  const of = await subjectOf(db, { userId: row.user_id, email: row.email })
  const plan = await planOf(db, of, today)
  const keeps = new Map(plan.classes.map((one) => [one.class, one.kept]))
  const going = new Set<ColumnClass>(columnClasses.filter((name) => !keeps.get(name)))
  const values = going.has('account') ? await valuesOf(db, of) : []
  const files = await erasePerson(db, services, of, { classes: going, values, before: now })
  await forgetWords(db, row)
  const kept = new Set(columnClasses.filter((name) => keeps.get(name)))
  const inFiles = await searchFiles(db, services, of, { values, kept })
  const report: ErasureReport = {
    at: now.toISOString(),
    files,
    searched: values.length,
    classes: plan.classes.map((one) => ({ ...one, tables: [...one.tables] })),
    found: [...(await searchAll(db, values, kept)), ...inFiles.found].map((one) => ({ ...one })),
    searchedFiles: { read: inFiles.read, unread: inFiles.unread, left: inFiles.left },
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

/** Does a confirmed erasure whose day has passed, or looks again at what was kept; judged anew under the lock. */
export async function executeDue(db: Db, services: Services, id: string): Promise<boolean> {
  const row = await lockRequest(db, id)
  if (row?.kind !== 'ERASURE') return false
  const now = services.env.now()
  const isFirst = row.state === 'ERASING' && row.erase_at !== null && row.erase_at <= now
  const isAgain = row.state === 'DONE' && row.next_day !== null && row.next_day <= helsinkiDay(now)
  if (!isFirst && !isAgain) return false
  await execute(db, services, isFirst ? { ...row, state: 'DONE' } : row)
  return true
}
