import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Services } from '#platform/server/http/context.ts'
import { openWorld, type World } from '#testing/world.ts'
import { health } from '../contract.ts'
import { healthHandlers, readiness } from './handlers.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
afterEach(() => {
  vi.useRealTimers()
  readiness.accepting = true
})

/** Asked anew: the last answer is kept for the same database alone. */
function ready(files: () => Promise<unknown> = async () => undefined) {
  const { database } = world.services
  const services = { database: { ...database, primary: database.primary }, files: { check: files } }
  return healthHandlers.ready({} as never, services as unknown as Services as never)
}

describe('readiness', () => {
  it('is the primary with the newest migration, and the files', async () => {
    expect((await world.call(health.ready)).status).toBe(200)
    expect(await ready()).toEqual({ ready: true })
    await expect(ready(() => Promise.reject(new Error('no folder')))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
    const { primary } = world.services.database
    const newest = sql`(select max(name) from schema_migrations)`
    await sql`update schema_migrations set name = name || '.later' where name = ${newest}`.execute(primary)
    try {
      await expect(ready()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    } finally {
      await sql`update schema_migrations set name = replace(name, '.later', '')`.execute(primary)
    }
    expect(await ready()).toEqual({ ready: true })
  })

  it('is asked for no longer than a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = expect(ready(() => new Promise(() => undefined))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
    await vi.advanceTimersByTimeAsync(1_000)
    await answer
  })

  it('ends when the server begins to stop', async () => {
    readiness.accepting = false
    await expect(ready()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })
})
