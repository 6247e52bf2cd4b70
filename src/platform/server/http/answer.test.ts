import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoint, Shape, T } from '#platform/contract/contract.ts'
import { failFieldText } from '#platform/contract/errors.ts'
import type { Db } from '#platform/server/database/db.ts'
import { buildUser } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import type { BaseContext, Handlers } from './context.ts'
import { createHttp } from './http.ts'
import { createLinkToken, spendLinkToken } from './link-tokens.ts'
import { mount } from './mount.ts'

const probe = {
  write: endpoint({
    method: 'POST',
    path: '/api/probe',
    access: 'public',
    summary: 'Writes one row.',
    body: Shape({ name: T.String() }),
    replies: { 201: Shape({ name: T.String(), run: T.Integer() }) },
  }),
  spend: endpoint({
    method: 'POST',
    path: '/api/probe/:token',
    access: { token: 'store-order' },
    summary: 'Writes one row and uses the link up.',
    params: Shape({ token: T.String() }),
    replies: { 200: Shape({ run: T.Integer() }) },
  }),
}

/** What happens inside the handler, after its write. */
let inside: (db: Db, context: BaseContext) => Promise<unknown> | unknown
/** What the handler does before its transaction begins. */
let before: (context: BaseContext) => Promise<unknown> | unknown
let runs = 0
const logged: unknown[] = []

const insert = (db: Db, name: string) =>
  db
    .insertInto('settings')
    .values({ key: `probe ${name} ${runs}`, value: JSON.stringify(true) })
    .execute()

const handlers: Handlers<typeof probe> = {
  async write({ body }, context) {
    await before(context)
    await insert(context.db, body.name)
    runs += 1
    await inside(context.db, context)
    return { name: body.name, run: runs }
  },
  async spend(_request, { db, token, env }) {
    await insert(db, 'link')
    runs += 1
    await spendLinkToken(db, token.id, env.now())
    return { run: runs }
  },
}

let world: World
let app: Awaited<ReturnType<typeof createHttp>>
beforeAll(async () => {
  world = await openWorld()
  app = await createHttp(world.services)
  app.addHook('onRequest', async (request) => {
    request.log.error = (values: unknown) => logged.push(values)
  })
  mount(app, 'probe', probe, handlers, {
    services: world.services,
    generalLimit: () => undefined,
    admission: { enterAs: () => undefined },
  })
})
afterAll(async () => {
  await app.close()
  await world.close()
})
beforeEach(async () => {
  inside = () => undefined
  before = () => undefined
  runs = 0
  logged.length = 0
  await world.services.database.primary.deleteFrom('settings').where('key', 'like', 'probe%').execute()
})

async function call(name: string, key?: string, accessToken?: string) {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/probe',
    payload: { name },
    headers: {
      ...(key ? { 'idempotency-key': key } : {}),
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
    },
  })
  return { status: reply.statusCode, replayed: reply.headers['idempotent-replayed'] === 'true', body: reply.json() }
}

const written = async () =>
  (await world.services.database.primary.selectFrom('settings').select('key').where('key', 'like', 'probe%').execute())
    .length
const failWith = (db: Db, code: string) =>
  sql.raw(`do $$ begin raise exception 'told to' using errcode = '${code}'; end $$`).execute(db)

describe('an Idempotency-Key', () => {
  it('answers a repeated call with the first answer and runs nothing again', async () => {
    const first = await call('one', 'repeated')
    const again = await call('one', 'repeated')
    expect(first).toMatchObject({ status: 201, replayed: false, body: { run: 1 } })
    expect(again).toEqual({ ...first, replayed: true })
    expect([runs, await written()]).toEqual([1, 1])
  })

  it('answers a repeated call before what the handler counts or proves outside its transaction', async () => {
    let counted = 0
    before = async ({ database }) => {
      await sql`select 1`.execute(database.primary)
      counted += 1
    }
    await call('one', 'proven')
    expect(await call('one', 'proven')).toMatchObject({ status: 201, replayed: true })
    expect(counted).toBe(1)
  })

  it('lets ten calls at the same moment have one effect and one answer', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => call('one', 'at once')))
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body])))).toEqual(
      new Set([JSON.stringify([201, { name: 'one', run: 1 }])]),
    )
    expect(await written()).toBe(1)
  })

  it('is refused for another body and changes nothing', async () => {
    await call('one', 'other body')
    const other = await call('two', 'other body')
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(await written()).toBe(1)
  })

  it('belongs to one person: the same key of somebody else is another call', async () => {
    const people = await Promise.all([buildUser(world), buildUser(world)])
    for (const { userId } of people) {
      const { accessToken } = await world.signIn(userId)
      expect(await call('one', 'shared', accessToken)).toMatchObject({ status: 201, replayed: false })
    }
    expect(await written()).toBe(2)
  })

  it('is free again after a call that failed, or whose connection was lost before the commit', async () => {
    inside = () => Promise.reject(new Error('a fault'))
    expect(await call('one', 'failed')).toMatchObject({ status: 500, body: { code: 'INTERNAL' } })
    inside = (db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
    expect(await call('one', 'failed')).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
    expect(await written()).toBe(0)
    inside = () => undefined
    expect(await call('one', 'failed')).toMatchObject({ status: 201, replayed: false })
    expect(await written()).toBe(1)
  })

  it('repeats the answer of the call that used its link up, and no other', async () => {
    const { token } = await createLinkToken(world.services.database.primary, world.env, {
      purpose: 'store-order',
      days: 1,
    })
    const spend = (key: string) =>
      app.inject({ method: 'POST', url: `/api/probe/${token}`, headers: { 'idempotency-key': key } })
    expect((await spend('first')).json()).toEqual({ run: 1 })
    const again = await spend('first')
    expect([again.statusCode, again.json()]).toEqual([200, { run: 1 }])
    expect((await spend('second')).json()).toMatchObject({ code: 'TOKEN_NOT_VALID' })
    expect(await written()).toBe(1)
  })
})

describe('a sentence of a feature at a field', () => {
  const at = async (language: string) => {
    inside = () => failFieldText('name', 'banking:fieldErrors.NO_BANK_DAY')
    const headers = language ? { cookie: `language=${language}` } : {}
    const reply = await app.inject({ method: 'POST', url: '/api/probe', payload: { name: 'one' }, headers })
    return [reply.statusCode, reply.json().fields]
  }

  it.each([
    ['', 'Pankit eivät ole auki tänä päivänä'],
    ['sv', 'Bankerna är stängda den här dagen'],
    ['en', 'Banks are closed on this day'],
  ])('comes in the caller’s language, here "%s"', async (language, message) => {
    expect(await at(language)).toEqual([400, [{ path: 'name', code: 'NO_BANK_DAY', message }]])
  })

  it('comes in the account’s language, whatever the cookie says', async () => {
    const { userId } = await buildUser(world, { language: 'sv' })
    const { accessToken } = await world.signIn(userId)
    inside = () => failFieldText('name', 'banking:fieldErrors.NO_BANK_DAY')
    const { body } = await call('one', undefined, accessToken)
    expect(body.fields).toMatchObject([{ message: 'Bankerna är stängda den här dagen' }])
  })
})

describe('a call that collides with another', () => {
  it.each(['40001', '40P01'])('runs again after %s and takes effect once', async (code) => {
    inside = (db) => (runs < 3 ? failWith(db, code) : undefined)
    expect(await call('one', `collides ${code}`)).toMatchObject({ status: 201, body: { run: 3 } })
    expect(await written()).toBe(1)
  })

  it('is refused as passing after the third time, without a trace', async () => {
    inside = (db) => failWith(db, '40001')
    expect(await call('one')).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
    expect([runs, await written()]).toEqual([3, 0])
  })
})

describe('work after the commit', () => {
  it('that fails is logged and changes nothing of the answer', async () => {
    inside = (_db, context) => context.afterCommit(() => Promise.reject(new Error('the bell is broken')))
    expect(await call('one')).toMatchObject({ status: 201 })
    expect(await written()).toBe(1)
    expect(logged).toMatchObject([{ err: { message: 'the bell is broken' } }])
  })

  it.each(['primary', 'transaction'] as const)('reads and writes for a call with a key too: %s', async (way) => {
    const done: unknown[] = []
    inside = (_db, { database, afterCommit }) =>
      afterCommit(async () => {
        const count = (db: Db) => db.selectFrom('settings').select('key').where('key', '=', 'probe one 0').execute()
        done.push(await (way === 'primary' ? count(database.primary) : database.transaction(count)))
      })
    expect(await call('one', `later ${way}`)).toMatchObject({ status: 201, replayed: false })
    expect({ done, logged }).toEqual({ done: [[{ key: 'probe one 0' }]], logged: [] })
    expect(await call('one', `later ${way}`)).toMatchObject({ status: 201, replayed: true })
    expect(done).toHaveLength(1)
  })

  it('is done once for a call that had to run twice, and never for one that failed', async () => {
    const done: number[] = []
    inside = async (db, context) => {
      context.afterCommit(() => void done.push(runs))
      if (runs === 1) await failWith(db, '40P01')
      if (runs === 3) throw new Error('a fault')
    }
    await call('one')
    expect(done).toEqual([2])
    await call('two')
    expect(done).toEqual([2])
  })
})

it('a statement that failed and was passed over is not answered as done', async () => {
  inside = (db) => failWith(db, '23505').catch(() => undefined)
  expect(await call('one')).toMatchObject({ status: 500 })
  expect(await written()).toBe(0)
})

it.each([
  ['a database that refuses', { code: 'ECONNREFUSED', syscall: 'connect' }, 503],
  ['a socket of the database that is gone', { code: 'ENOENT', syscall: 'connect' }, 503],
  ['a full disk', { code: '53100' }, 503],
  ['a connection that does not exist', { code: '08003' }, 503],
  ['a server that takes no connection', { code: '08004' }, 503],
  ['a commit whose outcome is not known', { code: '08007' }, 503],
  ['a pooler without a server', { code: '08P01' }, 503],
  [
    'a connection that was lost before the query',
    { message: 'Client has encountered a connection error and is not queryable' },
    503,
  ],
  ['a server that answers nothing', { message: 'Query read timeout' }, 503],
  ['a full disk of files', { code: 'ENOSPC', syscall: 'write' }, 503],
  [
    'a kept plan of what a migration changed',
    { code: '0A000', message: 'cached plan must not change result type' },
    503,
  ],
  ['what the database does not do', { code: '0A000', message: 'not supported' }, 500],
  ['a folder of files that is not there', { code: 'ENOTDIR', syscall: 'mkdir' }, 503],
  ['a file that is missing', { code: 'ENOENT', syscall: 'open' }, 500],
])('%s is told as what it is', async (_, error, status) => {
  inside = () => Promise.reject(Object.assign(new Error('no'), error))
  const { statusCode, headers } = await app.inject({ method: 'POST', url: '/api/probe', payload: { name: 'one' } })
  expect(statusCode).toBe(status)
  expect(headers['retry-after']).toBe(status === 503 ? '2' : undefined)
})

it('every answer says what time it is for the service', async () => {
  world.env.setNow('2027-02-01T08:00:00Z')
  const { headers } = await app.inject({ method: 'POST', url: '/api/probe', payload: {} })
  expect(String(headers['x-service-time'])).toMatch(/^2027-02-01T08:00:/)
})

describe('a write', () => {
  it('takes one connection: nothing outside its transaction is asked once that has begun', async () => {
    const asks: ((context: BaseContext) => Promise<unknown>)[] = [
      ({ database }) => sql`select 1`.execute(database.primary),
      ({ read }) => sql`select 1`.execute(read),
      ({ database }) => database.transaction((db) => sql`select 1`.execute(db)),
    ]
    for (const ask of asks) {
      inside = (_db, context) => ask(context)
      expect((await call('one')).status).toBe(500)
      expect(logged.pop()).toMatchObject({ err: { message: expect.stringContaining('takes one connection') } })
    }
    expect(await written()).toBe(0)
  })
})
