import { sql } from 'kysely'
import { subjectOf } from '#features/operations/personal-data/server/subject.ts'
import type { Db } from '#platform/server/database/db.ts'
import type { Services } from '#platform/server/http/context.ts'
import { eachInTurn, inTurn, type Job } from '#platform/server/jobs/jobs.ts'
import { helsinkiDay } from '#platform/values/days.ts'
import { type ColumnClass, columnClasses, KNOWN_DAYS } from '../rules.ts'
import { erasedAddress, erasePerson, valuesOf } from './erase.ts'
import { executeWhole } from './execute.ts'
import { addressHash, type ErasureEntry, keptErasures, noteErasure } from './ledger.ts'
import { planOf } from './plan.ts'

/** Erases whom two members of staff have confirmed a day ago, and what was kept of others once its day has come. */
export const eraseConfirmed: Job = {
  name: 'erase-confirmed',
  cron: '11 * * * *',
  async run(services) {
    const now = services.env.now()
    const due = await services.database.primary
      .selectFrom('rights_requests')
      .select('id')
      .where((e) =>
        e.or([
          e.and([e('state', '=', 'ERASING'), e('erase_at', '<=', now)]),
          e.and([e('state', '=', 'DONE'), e('next_day', '<=', helsinkiDay(now))]),
        ]),
      )
      .orderBy('id')
      .execute()
    const { done } = await eachInTurn(
      services,
      due.map(({ id }) => id),
      (id) => executeWhole(services, id),
    )
    const known = new Date(now.getTime() - KNOWN_DAYS * 86_400_000)
    const gone = await services.database.primary
      .updateTable('rights_requests')
      .set({ email: null, wish: null, checked_how: null, extended_reason: null, answer: null })
      .where('closed_at', '<', known)
      .where((e) => e.or([e('wish', 'is not', null), e('checked_how', 'is not', null), e('answer', 'is not', null)]))
      .executeTakeFirst()
    return { erased: done, forgotten: Number(gone.numUpdatedRows) }
  },
}

/** The addresses that the database knows from before an erasure and that the ledger says are erased. */
async function addressesOf(db: Db, services: Services, entry: ErasureEntry): Promise<string[]> {
  const { addressHashes: hashes, erasedAt } = entry
  if (hashes.length === 0) return []
  const { config } = services
  const keys = [config, ...(config.previousSecretKey ? [{ ...config, secretKey: config.previousSecretKey }] : [])]
  const { rows } = await sql<{ email: string }>`
    select distinct lower(email) as email from contact_forms where created_at <= ${erasedAt}
    union select lower(recipient) from outbox where channel = 'EMAIL' and created_at <= ${erasedAt}`.execute(db)
  return rows.map(({ email }) => email).filter((email) => keys.some((key) => hashes.includes(addressHash(key, email))))
}

/** Whether a restored backup has brought somebody back who was erased. */
async function isBack(db: Db, services: Services, entry: ErasureEntry): Promise<readonly string[] | null> {
  const user = entry.userId
    ? await db.selectFrom('users').select('email').where('id', '=', entry.userId).executeTakeFirst()
    : undefined
  const isAccountBack = user !== undefined && user.email !== erasedAddress(entry.userId!)
  const addresses = await addressesOf(db, services, entry)
  const noted = await db
    .selectFrom('erasures')
    .select('request_id')
    .where('request_id', '=', entry.requestId)
    .executeTakeFirst()
  return (isAccountBack && !noted) || addresses.length > 0 ? addresses : null
}

/** Erases one person again whom a backup has brought back: what nothing keeps, by the same rules. */
async function eraseAgain(db: Db, services: Services, entry: ErasureEntry): Promise<boolean> {
  const addresses = await isBack(db, services, entry)
  if (!addresses) {
    await noteErasure(db, services.config, entry)
    return false
  }
  const account = await subjectOf(db, { userId: entry.userId, email: null })
  const of = { ...account, emails: [...new Set([...account.emails, ...addresses])] }
  const plan = await planOf(db, of, helsinkiDay(services.env.now()))
  const kept = new Set(plan.classes.filter(({ kept: one }) => one).map((one) => one.class))
  const classes = new Set<ColumnClass>(columnClasses.filter((name) => !kept.has(name)))
  const values = classes.has('account') ? await valuesOf(db, of) : []
  await erasePerson(db, services, of, { classes, values, before: new Date(entry.erasedAt) })
  await noteErasure(db, services.config, entry)
  return true
}

/** Goes through the ledger beside the database: what a restored backup has brought back is erased again. */
export const replayErasures: Job = {
  name: 'replay-erasures',
  cron: '51 * * * *',
  async run(services) {
    const entries = new Map(keptErasures(services.config).map((entry) => [entry.requestId, entry]))
    const { done } = await inTurn(services, [...entries.keys()], (db, id) => eraseAgain(db, services, entries.get(id)!))
    return { erasures: entries.size, again: done }
  },
}
