import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifications } from '#features/ground/notifications/contract.ts'
import { companyUnits } from '#features/people/companies/units/contract.ts'
import { verifyChains } from '#platform/server/events/verify-chains.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { accountOf } from '#testing/faults/audit.ts'
import { writeEmployer } from '#testing/faults/ground.ts'
import { type Act, startLoad } from '#testing/faults/load.ts'
import { createNode, type Node } from '#testing/faults/node.ts'
import { layReleaseBefore, releaseBefore } from '#testing/release/before.ts'
import { findPostgres17 } from '#testing/runs/postgres-17.ts'
import { startServer } from '#testing/standby.ts'
import { openWorldOn } from '#testing/world-on.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const scratch = mkdtempSync(path.join(tmpdir(), 'poljin-upgrade-'))
const SECRET_KEY = 'a-key-for-upgrades-only-rT5wKx8Pq2Lm'
const before = layReleaseBefore(scratch)
const seventeen = await findPostgres17()

/** This release with one more migration, as the next one will be. */
function layNext(name: string, migration: string): string {
  const tree = path.join(scratch, name)
  mkdirSync(tree)
  for (const one of ['package.json', 'node_modules', 'docs']) symlinkSync(path.join(root, one), path.join(tree, one))
  cpSync(path.join(root, 'src'), path.join(tree, 'src'), { recursive: true })
  cpSync(path.join(root, 'migrations'), path.join(tree, 'migrations'), { recursive: true })
  writeFileSync(path.join(tree, 'migrations', '9998_next.sql'), migration)
  return tree
}

const newest = readdirSync(path.join(root, 'migrations')).toSorted().at(-1)?.slice(0, 4)
let next: string
let unreadable: string
beforeAll(() => {
  next = layNext('next', `-- readable by ${newest}\nalter table company_units add column later text;`)
  unreadable = layNext(
    'unreadable',
    '-- readable by this release alone\nalter table company_units add column later_still text;',
  )
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe.each([
  ['18, the one that comes along', undefined, true],
  ['17, the oldest that is promised', seventeen ?? undefined, seventeen !== null],
] as const)('on PostgreSQL %s', (name, programs, isThere) => {
  let server: Awaited<ReturnType<typeof startServer>>
  let nodes: readonly [Node, Node]
  const deeds: Act[] = []
  let staffToken = ''
  const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const client = new pg.Client(server.connection)
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }
  beforeAll(async () => {
    if (!isThere) return
    const folder = path.join(scratch, name.slice(0, 2))
    mkdirSync(folder)
    server = await startServer(folder, programs)
    const { host, port, user, password, database } = server.connection
    const address = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`
    const always = { DATABASE_URL: address, DATABASE_OWNER_URL: address, SECRET_KEY, DEMO: '0', LOG_LEVEL: 'error' }
    const limits = { GENERAL_LIMIT: '0', ADMISSION_MS: '0', DRAIN_SECONDS: '1' }
    const [one, two] = ['one', 'two'].map((at) => createNode(path.join(folder, at), { ...always, ...limits }))
    if (one && two) nodes = [await one, await two]
  }, 120_000)
  afterAll(async () => {
    if (!isThere) return
    for (const node of nodes ?? []) await node.kill()
    await server?.close()
  })

  /** Puts another release in the place of the one that runs, a node after the other, under load. */
  async function replaceBy(tree: string | undefined, betweenBoth: () => Promise<void> = async () => undefined) {
    const load = startLoad(nodes, deeds, 3)
    const from = Date.now()
    for (const node of nodes) {
      await node.stop()
      await node.start(tree ? { tree } : {})
      if (node === nodes[0]) await betweenBoth()
    }
    await load.rest()
    await load.stop()
    const writes = load.writesSince(from)
    const faults = writes.flatMap(({ fault }) => fault ?? [])
    expect(faults, faults.length > 0 ? nodes.map((node) => node.printed()).join('\n') : '').toEqual([])
    const { acknowledged, lost, doubled } = await accountOf({ ask }, writes)
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 })
    expect(acknowledged).toBeGreaterThan(5)
  }

  /** A node tells everybody something by notice and mail, and its notice is read, marked and removed through it. */
  async function tellBy(node: Node) {
    const headers = { authorization: `Bearer ${staffToken}`, 'content-type': 'application/json' }
    const call = async (method: string, at: string, body?: object) => {
      const reply = await fetch(`http://127.0.0.1:${node.port}${at}`, {
        method,
        headers: { ...headers, 'idempotency-key': randomUUID() },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      expect(reply.status, `${method} ${at}: ${node.printed()}`).toBe(200)
      return reply.json()
    }
    const text = { title: 'Huolto', message: 'Palvelu on poissa hetken.' }
    const texts = { fi: text, en: text, sv: text }
    await call('POST', notifications.broadcast.path, { audience: 'EVERYBODY', mail: true, texts })
    const listed = await call('GET', notifications.list.path)
    expect(listed.notifications).toMatchObject([text])
    const [{ id }] = listed.notifications
    expect(await call('PUT', notifications.markAsRead.path, { notificationIds: [id] })).toMatchObject({ updated: 1 })
    await call('DELETE', notifications.remove.path.replace(':id', id))
    expect((await ask('select 1 from notifications where id = $1', [id])).length).toBe(0)
    const places = await ask<{ place: string }>(
      `select tableoid::regclass::text as place from outbox union all select tableoid::regclass::text from notifications`,
    )
    expect(places.length).toBeGreaterThan(1)
    expect(places.filter(({ place }) => !place.startsWith('months.'))).toEqual([])
  }

  it.runIf(isThere)(
    'starts two nodes of the release before, or of this one where that is not to be had',
    async () => {
      for (const node of nodes) await node.start(before ? { tree: before } : {})
      const { token, companyId } = await writeEmployer({ ask }, '9870005-5')
      staffToken = (await writeEmployer({ ask }, '9870006-3')).token
      const staff = `(select id from users where email = 'a9870006-3@testi.example')`
      await ask(`insert into user_roles (id, user_id, role_id) values ($1, ${staff}, $2)`, [
        randomUUID(),
        roleId('SUPER_ADMIN'),
      ])
      await ask(`update sessions set signed_in_with = 'TOTP' where user_id = ${staff}`)
      deeds.push({
        kind: 'unit',
        path: companyUnits.create.path,
        token,
        body: (unitName) => ({ unit: { unitName }, companyId }),
      })
      const [{ name: last } = { name: '' }] = await ask<{ name: string }>(
        'select max(name) as name from schema_migrations',
      )
      if (before) expect(last).toBe(releaseBefore.migration)
    },
    240_000,
  )

  it.runIf(isThere)(
    'loses and doubles nothing while this release takes their place, and the one before writes into months meanwhile',
    () => replaceBy(undefined, () => tellBy(nodes[1])),
    240_000,
  )

  it.runIf(isThere && before)(
    'takes the release before back where it has the same schema, else stops it by a sentence',
    async () => {
      const [, two] = nodes
      await two.stop()
      const back = two.start({ tree: String(before) })
      // It knows of no migration that came after it, and asks none whether it may read.
      if (newest === releaseBefore.migration.slice(0, 4)) await back
      else await expect(back).rejects.toThrow('The database is of a newer release')
      await two.stop()
      await two.start()
    },
    240_000,
  )

  it.runIf(isThere)(
    'goes on to a next release that this one can read, and one step back',
    async () => {
      await replaceBy(next)
      expect((await ask(`select 1 from schema_migrations where name = '9998_next.sql'`)).length).toBe(1)
      await replaceBy(undefined)
    },
    400_000,
  )

  it.runIf(isThere)(
    'has its event log whole after all of it',
    async () => {
      const world = await openWorldOn(server.connection, { variables: { SECRET_KEY } })
      try {
        const { faults, events } = await verifyChains(world.services.database.primary)
        expect(faults).toEqual([])
        expect(events).toBeGreaterThan(10)
      } finally {
        await world.close()
      }
    },
    120_000,
  )

  it.runIf(isThere)(
    'does not start this release on a next one that it cannot read',
    async () => {
      const [one, two] = nodes
      await one.stop()
      await two.stop()
      await ask(`delete from schema_migrations where name = '9998_next.sql'`)
      await one.start({ tree: unreadable })
      await one.stop()
      await expect(one.start()).rejects.toThrow('the migration 9998_next.sql, which this one cannot read')
    },
    240_000,
  )
})
