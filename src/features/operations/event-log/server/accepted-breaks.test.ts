import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { settingChains } from '#platform/server/database/settings.ts'
import { acceptBreak, partAccepted } from '#platform/server/events/accepted-breaks.ts'
import { keptRecord } from '#platform/server/events/event-heads.ts'
import { keyEventChainsOf } from '#platform/server/events/event-keys.ts'
import { logEvent, systemActor } from '#platform/server/events/events.ts'
import type { ChainFault } from '#platform/server/events/verify-chains.ts'
import { retireKey } from '#platform/server/record/retire-key.ts'
import { buildUser, signedInAs } from '#testing/builders.ts'
import { db, forge, prepareForgery, world } from '#testing/cases/forgery-cases.ts'
import { eventLog } from '../contract.ts'
import { verifyLog } from './verify.ts'

prepareForgery()

const verify = async () => {
  const { heads } = await keptRecord(db(), world.services.config)
  return verifyLog(db(), world.services, heads)
}
const foundAt = async (id: string) => {
  const { faults, accepted } = await verify()
  const of = (found: readonly ChainFault[]) =>
    found.filter(({ subjectId }) => subjectId === id).map(({ fault, position }) => `${fault} ${position}`)
  return { open: of(faults), accepted: of(accepted) }
}

async function chain(): Promise<string> {
  const id = world.env.id()
  for (const step of [1, 2, 3, 4])
    await world.services.database.transaction((tx) =>
      logEvent(tx, world.env, systemActor, 'REGISTER_CHANGED', { subject: { type: 'register', id }, data: { step } }),
    )
  return id
}
const changeAt = (id: string, position: number, to: number) =>
  forge(
    sql`update events set data = jsonb_build_object('step', ${to}::int) where subject_id = ${id}::uuid and position = ${position}`,
  )
const reason = 'Vanha versio kirjoitti tämän 3.3.'
async function accept(id: string, position: number): Promise<void> {
  const { userId } = await buildUser(world)
  const { faults } = await verify()
  for (const fault of faults.filter((one) => one.subjectId === id && one.position === position))
    await acceptBreak(world.services.database, world.env, { fault, userId, reason })
}

describe('a known break of the event log', () => {
  it('is parted from more breaks than a statement takes values', async () => {
    const broken = Array.from({ length: 70_000 }, () => ({
      subjectType: 'agreement',
      subjectId: world.env.id(),
      position: 0,
      fault: 'TERMS' as const,
    }))
    expect((await partAccepted(db(), broken)).open).toHaveLength(broken.length)
  })

  it('is named with who accepted it and why, by an event that the chain of the service holds', async () => {
    const id = await chain()
    await changeAt(id, 2, 20)
    expect(await foundAt(id)).toEqual({ open: ['CHANGED 2'], accepted: [] })
    const { userId, email } = await buildUser(world)
    const [fault] = (await verify()).faults.filter((one) => one.subjectId === id)
    await acceptBreak(world.services.database, world.env, { fault: fault!, userId, reason })
    const { faults, accepted } = await verify()
    expect(faults).toEqual([])
    expect(accepted).toMatchObject([{ ...fault, reason, acceptedBy: email }])
    const boss = await signedInAs(world, 'SUPER_ADMIN')
    expect(await world.ok(eventLog.verify, { as: boss })).toMatchObject({
      faultCount: 0,
      knownCount: 1,
      known: [{ fault: 'CHANGED', subjectId: id, position: 2, acceptedBy: email, reason }],
    })
    const events = db().selectFrom('events').select(['actor_kind', 'actor_user_id', 'data'])
    expect(
      await events.where('subject_id', '=', settingChains.service).where('actor_user_id', '=', userId).execute(),
    ).toEqual([
      {
        actor_kind: 'STAFF',
        actor_user_id: userId,
        data: expect.objectContaining({
          register: 'record',
          change: 'break-accepted',
          reason,
          position: 2,
          subjectId: id,
        }),
      },
    ])
  })

  it('hides no other: neither a second change at the same place, nor one beside it, nor a gap', async () => {
    const id = await chain()
    await changeAt(id, 2, 20)
    await accept(id, 2)
    expect(await foundAt(id)).toEqual({ open: [], accepted: ['CHANGED 2'] })
    await changeAt(id, 3, 30)
    expect(await foundAt(id)).toEqual({ open: ['CHANGED 3'], accepted: ['CHANGED 2'] })
    await changeAt(id, 2, 21)
    expect(await foundAt(id)).toEqual({ open: ['CHANGED 2', 'CHANGED 3'], accepted: [] })
    await changeAt(id, 2, 20)
    await changeAt(id, 3, 3)
    expect(await foundAt(id)).toEqual({ open: [], accepted: ['CHANGED 2'] })
    await forge(sql`delete from events where subject_id = ${id}::uuid and position = 3`)
    expect(await foundAt(id)).toMatchObject({ open: ['MISSING 3'], accepted: ['CHANGED 2'] })
    await accept(id, 3)
    expect(await foundAt(id)).toMatchObject({ open: [], accepted: ['CHANGED 2', 'MISSING 3'] })
  })

  it('is open again where the event that accepts it is changed, and takes nobody’s word without that event', async () => {
    const id = await chain()
    await changeAt(id, 1, 10)
    await accept(id, 1)
    const other = await chain()
    await changeAt(other, 1, 10)
    // The row alone, with another acceptance's event.
    await forge(
      sql`insert into accepted_breaks select subject_type, ${other}::uuid, position, fault, print, event_id, accepted_at from accepted_breaks where subject_id = ${id}::uuid`,
    )
    expect(await foundAt(other)).toEqual({ open: ['CHANGED 1'], accepted: [] })
    await accept(other, 1)
    await forge(
      sql`update events set data = data || '{"reason": "toinen syy"}' where id = (select event_id from accepted_breaks where subject_id = ${id}::uuid)`,
    )
    expect(await foundAt(id)).toEqual({ open: ['CHANGED 1'], accepted: [] })
    await forge(
      sql`update events set data = data || ${JSON.stringify({ reason })}::jsonb where id = (select event_id from accepted_breaks where subject_id = ${id}::uuid)`,
    )
    expect(await foundAt(id)).toEqual({ open: [], accepted: ['CHANGED 1'] })
  })

  it('is mended where it is no place in a chain but its end or a file', async () => {
    const id = await chain()
    const { userId } = await buildUser(world)
    const fault: ChainFault = { subjectType: 'register', subjectId: id, position: 4, fault: 'HEAD' }
    await expect(acceptBreak(world.services.database, world.env, { fault, userId, reason })).rejects.toThrow(
      'A break HEAD is not accepted but mended',
    )
  })

  it('stays accepted under the key that comes after', async () => {
    const { config, database } = world.services
    const next = { ...config, secretKey: 'the-next-key-of-tests-0123456789-zyx', previousSecretKey: config.secretKey }
    await retireKey(database, next, world.env)
    const alone = { ...next, previousSecretKey: null }
    const { faults, accepted } = await verifyLog(db(), { config: alone, env: world.env }, [])
    expect(faults).toEqual([])
    expect(accepted.length).toBeGreaterThan(2)
    keyEventChainsOf(config)
  })
})
