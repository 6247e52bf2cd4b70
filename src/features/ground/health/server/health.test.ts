import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#platform/server/database/db.ts'
import { partOf } from '#testing/part-of.ts'
import { openWorld, type World } from '#testing/world.ts'
import { health } from '../contract.ts'
import { healthHandlers, readiness } from './handlers.ts'

let world: World
type ReadyContext = Parameters<typeof healthHandlers.ready>[1] & Parameters<typeof healthHandlers.check>[1]
const NOTHING = { params: {}, query: {}, body: undefined }
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
afterEach(() => {
  vi.useRealTimers()
  readiness.isAccepting = () => true
})

/** Asked anew: the last answer is kept for the same database alone. */
function ready(files: () => Promise<void> = async () => undefined) {
  const { database } = world.services
  const services = { database: { ...database, primary: database.primary }, files: { check: files } }
  return healthHandlers.ready(NOTHING, partOf<ReadyContext>(services))
}

/** A peer that takes the call of a database's client and says nothing. */
async function silentPeer() {
  const sockets: Socket[] = []
  const server = createServer()
  const called = new Promise<void>((resolve) =>
    server.on('connection', (socket) => {
      sockets.push(socket.on('error', () => undefined))
      resolve()
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port, called, close }
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

  it.each([
    ['liveness asks the database', (services: ReadyContext) => healthHandlers.check(NOTHING, services)],
    ['readiness asks for the newest migration', (services: ReadyContext) => healthHandlers.ready(NOTHING, services)],
  ])('%s for no longer than a second, though the peer never answers', async (_name, ask) => {
    const silent = await silentPeer()
    const database = openDatabase({ write: { host: '127.0.0.1', port: silent.port }, poolSize: 1 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const services = { database, files: { check: async () => undefined }, isMaintenance: async () => false }
    let isAnswered = false
    const answer = expect(ask(partOf<ReadyContext>(services))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    void answer.then(() => (isAnswered = true))
    await silent.called
    await vi.advanceTimersByTimeAsync(999)
    expect(isAnswered).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await answer
    vi.useRealTimers()
    silent.close()
    await database.close()
  })

  it('ends when the server begins to stop', async () => {
    readiness.isAccepting = () => false
    await expect(ready()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })
})
