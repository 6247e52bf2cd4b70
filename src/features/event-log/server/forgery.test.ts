import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepEventHeads, keptHeads } from '#platform/server/database/event-heads.ts'
import { logEvent, systemActor } from '#platform/server/database/events.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import { anotherOrder, buildCast } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'
import { verifyLog } from './verify.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const db = () => world.services.database.primary
const hash = () => sha256(world.env.id())

/** A chain of three events, and the ends of all chains kept outside. */
async function chain(): Promise<string> {
  const id = world.env.id()
  await world.services.database.transaction(async (tx) => {
    for (const step of [1, 2, 3])
      await logEvent(tx, world.env, systemActor, 'REGISTER_CHANGED', {
        subject: { type: 'register', id },
        data: { step },
      })
  })
  await keepEventHeads.run(world.services)
  return id
}

/** What somebody does who owns the database and has no key: the trigger is no wall to them. */
async function forge(statement: ReturnType<typeof sql>): Promise<void> {
  await world.services.database.transaction(async (tx) => {
    await sql`alter table events disable trigger user`.execute(tx)
    await statement.execute(tx)
    await sql`alter table events enable trigger user`.execute(tx)
  })
}
const faultsAt = async (id: string) =>
  (await verifyLog(db(), keptHeads(world.services.config))).faults
    .filter((fault) => fault.subjectId === id)
    .map(({ fault }) => fault)

describe('the event log, forged by the owner of the database without the key', () => {
  it('is found intact before', async () => {
    expect(await faultsAt(await chain())).toEqual([])
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
    [
      'a chain recomputed without the key',
      (
        id: string,
      ) => sql`with recomputed as (update events set data = '{"step":9}', hash = ${hash()} where subject_id = ${id} and position = 3 returning hash)
        update event_chains set head = (select hash from recomputed) where subject_id = ${id}`,
      'CHANGED',
    ],
  ])('shows %s', async (_, forgery, fault) => {
    const id = await chain()
    await forge(forgery(id))
    expect(await faultsAt(id)).toContain(fault)
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
