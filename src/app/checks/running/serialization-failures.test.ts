import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCast, journeyOf } from '#testing/journey.ts'
import { openWorld, type World } from '#testing/world.ts'

const worlds: World[] = []
afterAll(() => Promise.all(worlds.map((world) => world.close())))

/** Lets PostgreSQL end every transaction once, at its commit, before the second try goes through. */
function collideAlways({ services: { database } }: World): () => number {
  const begin = database.begin
  let failures = 0
  let commits = 0
  const colliding: typeof begin = () => {
    const transaction = begin()
    return {
      ...transaction,
      async commit() {
        commits += 1
        if (commits % 2 === 0) return transaction.commit()
        failures += 1
        await transaction.rollback()
        throw Object.assign(new Error('could not serialize access'), { code: '40001' })
      },
    }
  }
  Object.assign(database, { begin: colliding })
  return () => failures
}

/** Runs every job on two nodes at the same moment. */
function runJobsTwice({ services }: World): () => number {
  const once = services.runJobs
  let runs = 0
  Object.assign(services, {
    async runJobs() {
      runs += 2
      await Promise.all([once(), once()])
    },
  })
  return () => runs
}

/** All that the way of an order leaves behind, counted by kind. */
async function traces({ services }: World) {
  const { rows } = await sql<{ kind: string; n: number }>`
    select 'event ' || type as kind, count(*)::int as n from events group by type
    union all select 'message ' || template, count(*)::int from outbox group by template
    union all select 'status ' || status, count(*)::int from orders group by status
    union all select 'lease ' || lease_state, count(*)::int from leasing_agreements group by lease_state
    union all select 'signatures', count(*)::int from signatures
    union all select 'files ' || parent_type, count(*)::int from files group by parent_type
    union all select 'notifications', count(*)::int from notifications
    union all select 'link ' || purpose, count(*)::int from link_tokens group by purpose`.execute(
    services.database.primary,
  )
  return Object.fromEntries(rows.map((row) => [row.kind, row.n]))
}

/** Walks one order to its running lease in a world of its own. */
async function walk(prepare: (world: World) => () => number) {
  const world = await openWorld()
  worlds.push(world)
  world.env.setNow('2026-03-02T09:00:00Z')
  const cast = await buildCast(world)
  const count = prepare(world)
  await journeyOf(world, cast).toRunningLease()
  return { traces: await traces(world), times: count() }
}

describe('an order leaves the same behind', () => {
  let calm: Awaited<ReturnType<typeof walk>>
  beforeAll(async () => {
    calm = await walk(() => () => 0)
    expect(calm.traces).toMatchObject({ 'status ACTIVE_LEASING': 1, signatures: 2 })
  }, 60_000)

  it('when every transaction ends once in a collision', async () => {
    const shaken = await walk(collideAlways)
    expect(shaken.times).toBeGreaterThan(10)
    expect(shaken.traces).toEqual(calm.traces)
  }, 60_000)

  it('when two nodes run the jobs at the same moment', async () => {
    const doubled = await walk(runJobsTwice)
    expect(doubled.times).toBe(2)
    expect(doubled.traces).toEqual(calm.traces)
  }, 60_000)
})
