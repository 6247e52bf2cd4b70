import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMonths, helsinkiDay, startOfHelsinkiDay } from '#platform/values/days.ts'
import { openWorld, type World } from '#testing/world.ts'
import { keepMonths, removeOlder } from './months-of-logs.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const hour = 3_600_000
/** The start of the month that began so many months ago, an hour on. */
const inMonth = (ago: number) =>
  new Date(startOfHelsinkiDay(addMonths(`${helsinkiDay(new Date()).slice(0, 7)}-01`, -ago)).getTime() + hour)

/** A message of an instant, whose id says the same or another one. */
async function message(at: Date, { status = 'SENT', idAt = at }: { status?: 'SENT' | 'DEAD'; idAt?: Date } = {}) {
  const id = v7({ msecs: idAt.getTime() })
  const sms = { channel: 'SMS', recipient: '0401112223', template: 'sessions:sms.code', language: 'fi' } as const
  await db()
    .insertInto('outbox')
    .values({ id, ...sms, subject: '', body_text: '…', status, created_at: at, next_attempt_at: at })
    .execute()
  return id
}

const monthOf = async (id: string) =>
  (await sql<{ month: string }>`select tableoid::regclass::text as month from outbox where id = ${id}`.execute(db()))
    .rows[0]?.month

const months = async () =>
  (await sql<{ month: string }>`select month::text from months_of('outbox') order by ends_at`.execute(db())).rows.map(
    (row) => row.month,
  )

const nameOf = (at: Date) => `months.outbox_${helsinkiDay(at).slice(0, 7).replace('-', '_')}`

/** As after an upgrade so many months ago, since when nobody has made months: what came since lies in none. */
async function upgradedAt(ago: number) {
  await sql`delete from outbox`.execute(db())
  for (const month of await months()) await sql`drop table ${sql.table(month)}`.execute(db())
  const { rows } = await sql<{ ends: string }>`select first_id_of(next_month_of(${inMonth(ago)})) as ends`.execute(db())
  await sql`create table months.outbox_before partition of outbox for values from (minvalue) to (${sql.lit(rows[0]?.ends)})`.execute(
    db(),
  )
}

describe('months of messages', () => {
  beforeEach(() => upgradedAt(15))

  it('are made up to two ahead, and take what came while nobody made them', async () => {
    const [old, young] = [await message(inMonth(15)), await message(inMonth(3))]
    expect([await monthOf(old), await monthOf(young)]).toEqual(['months.outbox_before', 'months.outbox_rest'])
    expect((await keepMonths(db(), inMonth(40))).dropped).toBe(0)
    expect(await months()).toEqual([
      'months.outbox_before',
      ...Array.from({ length: 17 }, (_, place) => nameOf(inMonth(14 - place))),
    ])
    expect([await monthOf(old), await monthOf(young)]).toEqual(['months.outbox_before', nameOf(inMonth(3))])
    expect(await keepMonths(db(), inMonth(40))).toEqual({ made: 0, dropped: 0 })
  })

  it('go whole once their time is over, with the task of a message that died, and none before', async () => {
    const dead = await message(inMonth(15), { status: 'DEAD' })
    const [over, last] = [await message(inMonth(14)), await message(inMonth(13))]
    await keepMonths(db(), inMonth(40))
    const keepsTurn = await sql`select from turns_to_refresh where subject_id = ${dead}`.execute(db())
    await sql`delete from turns_to_refresh where subject_id = ${dead}`.execute(db())
    expect(keepsTurn.rows).toHaveLength(1)
    expect((await keepMonths(db(), inMonth(14))).dropped).toBe(2)
    expect([await monthOf(dead), await monthOf(over), await monthOf(last)]).toEqual([
      undefined,
      undefined,
      nameOf(inMonth(13)),
    ])
    expect((await sql`select from turns_to_refresh where subject_id = ${dead}`.execute(db())).rows).toHaveLength(1)
  })

  it('stay with what is younger than their ids say; what is older goes by itself', async () => {
    const early = await message(new Date(), { idAt: inMonth(14) })
    const late = await message(inMonth(15), { idAt: new Date() })
    await keepMonths(db(), inMonth(40))
    expect((await keepMonths(db(), inMonth(14))).dropped).toBe(1)
    expect(await removeOlder(db(), 'outbox', inMonth(14))).toBe(1)
    expect([await monthOf(early), await monthOf(late)]).toEqual([nameOf(inMonth(14)), undefined])
  })

  it('are kept by two at once without harm, while others write', async () => {
    await message(inMonth(14))
    const writing = Array.from({ length: 20 }, () => message(new Date()))
    const kept = await Promise.all([keepMonths(db(), inMonth(13)), keepMonths(db(), inMonth(13)), ...writing])
    expect(kept.slice(0, 2).map((one) => typeof one)).toEqual(['object', 'object'])
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from outbox`.execute(db())
    expect(rows[0]?.n).toBe(20)
    expect((await months()).at(-1)).toBe(nameOf(inMonth(-2)))
  })

  it('leave nothing but these two logs to whoever calls', async () => {
    await expect(sql`select keep_months('events', now())`.execute(db())).rejects.toThrow('events has no months')
    await expect(sql`select weigh_log('users')`.execute(db())).rejects.toThrow('users has no months')
  })
})
