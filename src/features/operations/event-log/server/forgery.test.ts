import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { keyEventChains, unkeyedHash } from '#platform/server/events/event-chain.ts'
import { keepEventHeads, keptRecord } from '#platform/server/events/event-heads.ts'
import { keyEventChainsOf, openEventLog } from '#platform/server/events/event-keys.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import { chainKeysOf, sha256 } from '#platform/server/runtime/secrets.ts'
import { db, faultsAt, forge, prepareForgery, world } from '#testing/cases/forgery-cases.ts'
import { verifyLog } from './verify.ts'

prepareForgery()

const hash = () => sha256(world.env.id())

const write = (id: string, steps: readonly number[]) =>
  world.services.database.transaction(async (tx) => {
    for (const step of steps)
      await logEvent(tx, world.env, systemActor, 'REGISTER_CHANGED', {
        subject: { type: 'register', id },
        data: { step },
      })
  })

/** A chain of three events, and the ends of all chains kept outside. */
async function chain(): Promise<string> {
  const id = world.env.id()
  await write(id, [1, 2, 3])
  await keepAnew()
  return id
}

const folder = () => path.join(world.services.config.dataDir, 'event-heads')

const kept = () => readdirSync(folder()).sort()

/** Begins to keep the ends of the chains anew: what the test before has forged is forgotten. */
async function keepAnew(hours = 1): Promise<void> {
  rmSync(folder(), { recursive: true, force: true })
  await db().deleteFrom('settings').where('key', '=', 'event-heads').execute()
  for (let hour = 0; hour < hours; hour += 1) {
    world.env.advance(3_600_000)
    await keepEventHeads.run(world.services)
  }
}

describe('the event log, forged by the owner of the database without the key', () => {
  it('is found intact before, and its forger is a superuser', async () => {
    expect(await faultsAt(await chain())).toEqual([])
    const role = await sql<{ rolsuper: boolean }>`select rolsuper from pg_roles where rolname = current_user`.execute(
      db(),
    )
    expect(role.rows).toEqual([{ rolsuper: true }])
  })

  it.each([
    [
      'a changed event',
      (id: string) => sql`update events set data = '{"step":9}' where subject_id = ${id} and position = 2`,
      'CHANGED',
    ],
    [
      'a re-dated event',
      (id: string) =>
        sql`update events set occurred_at = occurred_at - interval '1 day' where subject_id = ${id} and position = 3`,
      'CHANGED',
    ],
    ['a gap', (id: string) => sql`delete from events where subject_id = ${id} and position = 2`, 'MISSING'],
    [
      'a chain whose head row is gone',
      (id: string) => sql`delete from event_chains where subject_id = ${id}`,
      'ORPHAN',
    ],
    [
      'a cut tail with its head set back',
      (id: string) => sql`with cut as (delete from events where subject_id = ${id} and position = 3)
        update event_chains set length = 2, head = (select hash from events where subject_id = ${id} and position = 2) where subject_id = ${id}`,
      'HEAD',
    ],
    [
      'a chain that was removed whole',
      (id: string) =>
        sql`with gone as (delete from events where subject_id = ${id}) delete from event_chains where subject_id = ${id}`,
      'CUT',
    ],
  ])('shows %s', async (_, forgery, fault) => {
    const id = await chain()
    await forge(forgery(id))
    expect(await faultsAt(id)).toContain(fault)
  })

  it('shows a chain that was recomputed by the log’s own code with another key, without any head kept outside', async () => {
    const id = await chain()
    await forge(
      sql`with gone as (delete from events where subject_id = ${id}) delete from event_chains where subject_id = ${id}`,
    )
    keyEventChains({ keys: [randomBytes(32)], unkeyedUntil: new Date(0) })
    try {
      await write(id, [1, 9])
    } finally {
      keyEventChainsOf(world.services.config)
    }
    const { faults } = await verifyLog(db(), world.services, [])
    const found = faults
      .filter(({ subjectId }) => subjectId === id)
      .map(({ position, fault }) => `${fault} ${position}`)
    expect(found).toEqual(['CHANGED 1', 'CHANGED 2', 'HEAD 2'])
    expect(await faultsAt(id)).toContain('CUT')
  })

  it('shows a chain that was rewritten without a key, whatever the note says of since when there is one', async () => {
    const id = await chain()
    const { config } = world.services
    const note = path.join(config.dataDir, 'events-keyed-since')
    await openEventLog(db(), config)
    const [, seal] = readFileSync(note, 'utf8').trim().split('\n')
    const rows = await db().selectFrom('events').selectAll().where('subject_id', '=', id).orderBy('position').execute()
    let head: Buffer = Buffer.alloc(32)
    for (const row of rows) {
      const data = { step: 9 }
      const hash = unkeyedHash(head, { ...row, data })
      await forge(sql`update events set data = ${data}, previous_hash = ${head}, hash = ${hash} where id = ${row.id}`)
      head = hash
    }
    await forge(sql`update event_chains set head = ${head} where subject_id = ${id}`)
    try {
      writeFileSync(note, `2099-01-01T00:00:00.000Z\n${seal}`)
      expect(() => keyEventChainsOf(config)).toThrow('does not bear a seal')
      rmSync(note)
      await openEventLog(db(), config)
      expect(await faultsAt(id)).toContain('CHANGED')
    } finally {
      rmSync(note)
      keyEventChainsOf(config)
    }
  })

  it('is found intact under a new key while the key before is still at hand, and not without it', async () => {
    const id = await chain()
    const { secretKey, previousSecretKey } = world.services.config
    const next = randomBytes(32)
    const faultsUnder = async (keys: readonly Buffer[]) => {
      keyEventChains({ keys, unkeyedUntil: new Date(0) })
      const { faults } = await verifyLog(db(), world.services, [])
      return faults.filter(({ subjectId }) => subjectId === id).length
    }
    try {
      expect(await faultsUnder([next, ...chainKeysOf(secretKey, previousSecretKey)])).toBe(0)
      expect(await faultsUnder([next])).toBeGreaterThan(0)
    } finally {
      keyEventChainsOf(world.services.config)
    }
  })

  it('believes no kept heads whose seal is not the key’s, and takes the hour before them', async () => {
    const id = await chain()
    const { dataDir } = world.services.config
    const folder = path.join(dataDir, 'event-heads')
    world.env.advance(3_600_000)
    await keepEventHeads.run(world.services)
    world.env.advance(-3_600_000)
    const newest = path.join(folder, readdirSync(folder).sort().at(-1)!)
    const [seal, body] = readFileSync(newest, 'utf8').split('\n')
    expect(body).toContain(id)
    await forge(
      sql`with gone as (delete from events where subject_id = ${id}) delete from event_chains where subject_id = ${id}`,
    )
    const { heads, ...rest } = JSON.parse(body!) as { heads: { subjectId: string }[] }
    const without = JSON.stringify({ ...rest, heads: heads.filter(({ subjectId }) => subjectId !== id) })
    expect(without).not.toContain(id)
    chmodSync(newest, 0o600)
    writeFileSync(newest, `${seal}\n${without}`)
    expect(await faultsAt(id)).toEqual(['CUT'])
    expect(keepEventHeads.cron).toMatch(/^\d+ \* \* \* \*$/)
  })

  it('shows a row that a plain INSERT put in', async () => {
    const id = world.env.id()
    await sql`insert into events (id, subject_type, subject_id, position, type, actor_kind, occurred_at, previous_hash, hash)
      values (${world.env.id()}, 'register', ${id}, 1, 'REGISTER_CHANGED', 'SYSTEM', now(), ${hash()}, ${hash()})`.execute(
      db(),
    )
    expect(await faultsAt(id)).toEqual(['ORPHAN'])
  })
})

describe('the ends of the chains, kept each hour', () => {
  const alarms = async () =>
    (await db().selectFrom('record_alarms').select('id').where('closed_at', 'is', null).execute()).length
  const missed = async () => (await keptRecord(db(), world.services.config)).faults.map(({ fault }) => fault)

  it('are kept one after the other where two ask at the same moment, without an alarm', async () => {
    await chain()
    world.env.advance(3_600_000)
    const both = await Promise.all([keepEventHeads.run(world.services), keepEventHeads.run(world.services)])
    expect(both.map(({ number }) => number).sort()).toEqual([2, 3])
    expect(await alarms()).toBe(0)
    expect(await missed()).toEqual([])
  })

  it('are not kept over a chain that was cut with its own earlier end put back, which is an alarm until it is whole', async () => {
    const id = world.env.id()
    await write(id, [1, 2])
    const end = await db().selectFrom('event_chains').selectAll().where('subject_id', '=', id).executeTakeFirstOrThrow()
    await write(id, [3])
    await keepAnew(2)
    const last = db().selectFrom('events').selectAll().where('subject_id', '=', id).where('position', '=', 3)
    const event = await last.executeTakeFirstOrThrow()
    const chain = await db()
      .selectFrom('event_chains')
      .selectAll()
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow()
    await forge(sql`with cut as (delete from events where subject_id = ${id} and position = 3)
      update event_chains set length = 2, head = ${end.head}, seal = ${end.seal} where subject_id = ${id}`)
    const { faults } = await verifyLog(db(), world.services, [])
    expect(
      faults.filter(({ subjectId }) => subjectId === id),
      'the chain alone is in order',
    ).toEqual([])
    const files = kept()
    world.env.advance(3_600_000)
    await expect(keepEventHeads.run(world.services)).rejects.toThrow('shorter')
    await expect(keepEventHeads.run(world.services)).rejects.toThrow('shorter')
    expect([kept(), await alarms(), await faultsAt(id)]).toEqual([files, 1, ['CUT']])
    await forge(
      sql`with back as (insert into events select * from jsonb_populate_record(null::events, ${JSON.stringify({
        ...event,
        hash: `\\x${event.hash.toString('hex')}`,
        previous_hash: `\\x${event.previous_hash.toString('hex')}`,
        data_hash: `\\x${event.data_hash!.toString('hex')}`,
        data_salt: `\\x${event.data_salt!.toString('hex')}`,
      })}::jsonb)) update event_chains set length = 3, head = ${chain.head}, seal = ${chain.seal} where subject_id = ${id}`,
    )
    expect(await keepEventHeads.run(world.services)).toMatchObject({ number: 3 })
    expect([await alarms(), await faultsAt(id)]).toEqual([0, []])
  })

  it('name the file before and count on: one that is taken away, changed or put in another’s place is missed', async () => {
    await keepAnew(4)
    expect(await missed()).toEqual([])
    const [first, second, , newest] = kept().map((name) => path.join(folder(), name))
    const whole = readFileSync(newest!)
    rmSync(newest!)
    expect(await missed(), 'the newest is gone').toEqual(['KEPT'])
    world.env.advance(3_600_000)
    await expect(keepEventHeads.run(world.services)).rejects.toThrow('a kept file')
    writeFileSync(newest!, whole)
    expect(await missed()).toEqual([])
    const older = readFileSync(second!)
    chmodSync(second!, 0o600)
    writeFileSync(second!, readFileSync(first!))
    expect((await missed()).length, 'a file in another’s place').toBeGreaterThan(0)
    rmSync(second!)
    expect(await missed(), 'a gap').toEqual(['KEPT'])
    writeFileSync(second!, older)
    rmSync(folder(), { recursive: true })
    expect(await missed(), 'all are gone').toEqual(['KEPT'])
    await keepAnew()
  })
})

describe('what nothing here finds', () => {
  const chainOf = (id: string) =>
    db().selectFrom('event_chains').selectAll().where('subject_id', '=', id).executeTakeFirstOrThrow()
  const faults = async (id: string) => [
    ...(await faultsAt(id)),
    ...(await keptRecord(db(), world.services.config)).faults.map(({ fault }) => fault),
  ]
  /** Cuts a chain to an earlier end of its own, with that end's seal, past the triggers. */
  const cutTo = ({ subject_id: id, length, head, seal }: Awaited<ReturnType<typeof chainOf>>) =>
    forge(sql`with cut as (delete from events where subject_id = ${id} and position > ${length})
      update event_chains set length = ${length}, head = ${head}, seal = ${seal} where subject_id = ${id}`)

  it('is what whoever owns the tables writes and cuts within the hour, the triggers taken away; with them it is refused', async () => {
    const id = await chain()
    const end = await chainOf(id)
    await write(id, [4])
    const shorter = sql`update event_chains set length = ${end.length} where subject_id = ${id}`
    await expect(shorter.execute(db())).rejects.toThrow('only grows')
    await expect(sql`delete from events where subject_id = ${id} and position = 4`.execute(db())).rejects.toThrow()
    expect((await chainOf(id)).length).toBe(end.length + 1)
    await cutTo(end)
    expect(await faults(id)).toEqual([])
    world.env.advance(3_600_000)
    expect(await keepEventHeads.run(world.services)).toMatchObject({ number: 2 })
    expect(await faults(id)).toEqual([])
  })

  it('is a database and a folder that are set back to one earlier moment together', async () => {
    const id = await chain()
    const end = await chainOf(id)
    const setting = () => db().selectFrom('settings').select('value').where('key', '=', 'event-heads')
    const { value } = await setting().executeTakeFirstOrThrow()
    const before = `${folder()}-before`
    cpSync(folder(), before, { recursive: true })
    await write(id, [4])
    world.env.advance(3_600_000)
    await keepEventHeads.run(world.services)
    await cutTo(end)
    expect(await faults(id), 'the database alone').toEqual(['CUT'])
    await db()
      .updateTable('settings')
      .set({ value: JSON.stringify(value) })
      .where('key', '=', 'event-heads')
      .execute()
    rmSync(folder(), { recursive: true })
    cpSync(before, folder(), { recursive: true })
    rmSync(before, { recursive: true })
    expect(await faults(id)).toEqual([])
  })

  it('is a log that is written anew with the key, its files of heads along', async () => {
    const id = await chain()
    await forge(
      sql`with gone as (delete from events where subject_id = ${id}) delete from event_chains where subject_id = ${id}`,
    )
    await write(id, [1, 9])
    expect(await faults(id), 'without new files').toContain('CUT')
    await keepAnew()
    expect(await faults(id)).toEqual([])
  })
})
