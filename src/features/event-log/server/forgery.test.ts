import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreements } from '#features/agreements/contract.ts'
import { keyEventChains } from '#platform/server/database/event-chain.ts'
import { keepEventHeads, keptHeads } from '#platform/server/database/event-heads.ts'
import { keyEventChainsOf } from '#platform/server/database/event-keys.ts'
import { logEvent, systemActor } from '#platform/server/database/events.ts'
import { chainKeysOf, sha256 } from '#platform/server/runtime/secrets.ts'
import { anotherOrder, buildCast } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'
import { verifyLog, verifyRecord } from './verify.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const db = () => world.services.database.primary
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
  await keepEventHeads.run(world.services)
  return id
}

const guarded = ['events', 'event_chains', 'payments', 'ledger_rows']

/** What somebody does who owns the database and has no key: the trigger is no wall to them. */
async function forge(statement: ReturnType<typeof sql>): Promise<void> {
  await world.services.database.transaction(async (tx) => {
    for (const table of guarded) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await statement.execute(tx)
    for (const table of guarded) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  })
}
const faultsAt = async (id: string) =>
  (await verifyLog(db(), keptHeads(world.services.config))).faults
    .filter((fault) => fault.subjectId === id)
    .map(({ fault }) => fault)

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
    const { faults } = await verifyLog(db(), [])
    const found = faults
      .filter(({ subjectId }) => subjectId === id)
      .map(({ position, fault }) => `${fault} ${position}`)
    expect(found).toEqual(['CHANGED 1', 'CHANGED 2', 'HEAD 2'])
    expect(await faultsAt(id)).toContain('CUT')
  })

  it('is found intact under a new key while the key before is still at hand, and not without it', async () => {
    const id = await chain()
    const { secretKey, previousSecretKey } = world.services.config
    const next = randomBytes(32)
    const faultsUnder = async (keys: readonly Buffer[]) => {
      keyEventChains({ keys, unkeyedUntil: new Date(0) })
      const { faults } = await verifyLog(db(), [])
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

describe('a signature, forged in its own row by the owner of the database', () => {
  let agreement: string
  beforeAll(async () => {
    const cast = await buildCast(world)
    const { own, journey, orderId } = await anotherOrder(world, cast)
    await journey.choosePackage(orderId)
    await journey.answer(orderId)
    await journey.sign(own.employee, orderId, 'EMPLOYEE')
    await journey.sign(cast.employer, orderId, 'EMPLOYER')
    agreement = (await journey.order(cast.staff, orderId)).agreement!.leasingAgreementId
  })

  it('is found intact before', async () => {
    expect(await faultsAt(agreement)).toEqual([])
  })

  it.each([
    ['re-dated', sql`signed_at = signed_at - interval '1 day'`, sql`signed_at = signed_at + interval '1 day'`],
    ['said to be of an older proof', sql`proof = 'TOTP'`, sql`proof = 'SMS'`],
    ['moved to another document', sql`document_sha256 = sha256(document_sha256)`, null],
  ])('is found when %s', async (_, change, back) => {
    const employees = sql`where leasing_agreement_id = ${agreement} and party = 'EMPLOYEE'`
    const alter = (set: typeof change) => sql`update signatures set ${set} ${employees}`.execute(db())
    await alter(change)
    expect(await faultsAt(agreement)).toEqual(['SIGNATURE'])
    if (!back) return
    await alter(back)
    expect(await faultsAt(agreement)).toEqual([])
  })
})

describe('the sealed document of an agreement', () => {
  const signedAgreement = async () => {
    const cast = await buildCast(world)
    const { own, journey, orderId } = await anotherOrder(world, cast)
    await journey.choosePackage(orderId)
    await journey.answer(orderId)
    await journey.sign(own.employee, orderId, 'EMPLOYEE')
    await journey.sign(cast.employer, orderId, 'EMPLOYER')
    const { leasingAgreementId: agreementId } = (await journey.order(cast.staff, orderId)).agreement!
    const file = await db()
      .selectFrom('signed_documents as d')
      .innerJoin('files as f', 'f.id', 'd.file_id')
      .select(['f.id', 'f.storage_key', 'f.sha256'])
      .where('d.leasing_agreement_id', '=', agreementId)
      .executeTakeFirstOrThrow()
    const download = () => world.call(agreements.document, { as: own.employee, params: { id: agreementId } })
    return { agreementId, file, download }
  }
  const placeOf = (key: string | null) =>
    path.join(world.services.config.dataDir, 'files', key!.slice(0, 2), key!.slice(2, 4), key!)
  const found = async () =>
    (await verifyRecord(db(), world.services)).faults.map(({ fault, subjectType, subjectId }) => [
      fault,
      subjectType,
      subjectId,
    ])

  it('is handed out to nobody once it is another sealed one, and is found so, its row changed along or not', async () => {
    const [own, other] = [await signedAgreement(), await signedAgreement()]
    const before = await found()
    expect((await own.download()).status).toBe(200)
    copyFileSync(placeOf(other.file.storage_key), placeOf(own.file.storage_key))
    expect(await own.download()).toMatchObject({ status: 500, body: { code: 'FILE_CHANGED' } })
    expect(await found()).toEqual([...before, ['FILE', 'file', own.file.id]])
    await db().updateTable('files').set({ sha256: other.file.sha256 }).where('id', '=', own.file.id).execute()
    expect(await found()).toContainEqual(['FILE', 'agreement', own.agreementId])
    await db().updateTable('files').set({ sha256: own.file.sha256 }).where('id', '=', own.file.id).execute()
    rmSync(placeOf(own.file.storage_key))
    expect(await found()).toEqual([...before, ['FILE', 'file', own.file.id]])
  })
})
