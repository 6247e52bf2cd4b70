import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDocuments } from '#app/server/documents.ts'
import { payments } from '#features/money/payments/contract.ts'
import { connectionToRunning, startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { createNode, type Node } from '#testing/faults/node.ts'
import { startServer } from '#testing/standby.ts'
import { openWorldOn } from '#testing/world-on.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const scratch = mkdtempSync(path.join(tmpdir(), 'poljin-drill-'))
const place = (name: string) => path.join(scratch, name)
const SECRET_KEY = 'a-key-of-the-drill-hT4mVq9Zs2Lw7Rk'
const BACKUP_PASSPHRASE = 'a passphrase of the drill'

let service: Node
let server: Awaited<ReturnType<typeof startServer>>
let addresses: { readonly DATABASE_URL: string; readonly DATABASE_OWNER_URL: string }

const poljin = (args: readonly string[], variables: Record<string, string>) =>
  promisify(execFile)(process.execPath, [path.join(root, 'src/app/server/commands/poljin.ts'), ...args], {
    cwd: root,
    maxBuffer: 1e8,
    env: { ...process.env, SECRET_KEY, BACKUP_PASSPHRASE, LOG_LEVEL: 'error', ...variables },
  }).then(
    ({ stdout }) => ({ code: 0, printed: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      printed: error.stdout + error.stderr,
    }),
  )

/** What each table holds, in one figure a table. */
async function digests(connection: pg.ClientConfig): Promise<Map<string, string>> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(`set timezone = 'UTC'`)
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and not relname = any('{schema_migrations,schema_lock}') order by 1`,
    )
    const found = new Map<string, string>()
    for (const { name } of rows) {
      const sums = `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${name} t`
      found.set(name, (await client.query<{ sum: string }>(sums)).rows[0]?.sum ?? '')
    }
    return found
  } finally {
    await client.end()
  }
}

/** Triggers and constraints, which stand after the copy as before. */
const shapeOf = `select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text as thing from pg_trigger where not tgisinternal
  union all select conrelid::regclass || ' ' || conname || ' ' || convalidated::text from pg_constraint where connamespace = 'public'::regnamespace
  order by 1`

async function things(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ thing: string }>(shapeOf)
  await client.end()
  return rows.map(({ thing }) => thing)
}

/** A server with the two roles that README.md makes. */
async function openServer(): Promise<void> {
  mkdirSync(place('server'))
  server = await startServer(place('server'))
  const { host, port } = server.connection
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query(`create role poljin_owner login password 'o'; create role poljin login password 'a'`)
  await client.query('alter database poljin owner to poljin_owner')
  await client.end()
  const at = `${encodeURIComponent(host)}:${port}/poljin`
  addresses = { DATABASE_URL: `postgres://poljin:a@${at}`, DATABASE_OWNER_URL: `postgres://poljin_owner:o@${at}` }
}

/** Bills of people with their documents and mails, as the service writes them. */
async function work(): Promise<void> {
  const running = connectionToRunning(place('data'))
  if (!running) throw new Error('the built-in database does not run')
  const world = await openWorldOn(running.connection, { variables: { SECRET_KEY, DATA_DIR: place('data') } })
  try {
    const staff = await signedInAs(world, 'INTERNAL_ADMIN')
    for (let n = 0; n < 3; n += 1) {
      const { employeeId: beneficiaryEmployeeId } = await buildEmployee(world, await buildCompany(world))
      const bill = { beneficiaryEmployeeId, description: `Lukko "ä\\${n}"\n'rivi'`, amount: 12.55, hasVat: true }
      for (const amount of [12.55, 0.01]) await world.ok(payments.create, { as: staff, body: { ...bill, amount } })
    }
    await makeDocuments.run(world.services)
  } finally {
    await world.close()
  }
}

let archive: string
beforeAll(async () => {
  service = await createNode(place('data'), { SECRET_KEY, LOG_LEVEL: 'error', DEMO: '0', DATABASE_URL: '' })
  await service.start()
  await work()
  await openServer()
}, 300_000)
afterAll(async () => {
  await service?.stop()
  await server?.close()
  rmSync(scratch, { recursive: true, force: true })
})

describe('the drill of a restore', () => {
  it('takes a backup beside a service that works', async () => {
    const { code, printed } = await poljin(['backup', '--to', scratch], { DATA_DIR: place('data') })
    expect({ code, printed }).toMatchObject({ code: 0 })
    const made = readdirSync(scratch).find((name) => name.endsWith('.age'))
    archive = place(made ?? '')
    await service.stop()
  }, 200_000)

  it('restores it into a folder, and proves it', async () => {
    const { code, printed } = await poljin(['restore', archive, '--to', place('folder')], { DATABASE_URL: '' })
    expect(printed).toContain('The event log is intact')
    expect(code).toBe(0)
  }, 200_000)

  it('restores it into a server, each row as it was, and proves it there', async () => {
    const { code, printed } = await poljin(['restore', archive, '--to', place('beside')], addresses)
    expect(printed).toMatch(/\d+ rows went into the database of DATABASE_URL/)
    expect(printed).toContain('The event log is intact')
    expect(code).toBe(0)
    expect(readdirSync(place('beside')).filter((name) => name.startsWith('postgres'))).toEqual([])
    const builtIn = await startEmbeddedPostgres({ dataDir: place('folder') })
    try {
      expect(await digests(server.connection)).toEqual(await digests(builtIn.connection))
      expect(await things(server.connection)).toEqual(await things(builtIn.connection))
    } finally {
      await builtIn.stop()
    }
  }, 300_000)

  it('starts on the server, whose rows it has, and refuses to restore over them', async () => {
    const node = await createNode(place('beside'), { SECRET_KEY, LOG_LEVEL: 'error', DEMO: '0', ...addresses })
    await node.start()
    expect(await node.probe()).toBe(true)
    await node.stop()
    const { code, printed } = await poljin(['restore', archive, '--to', place('again')], addresses)
    expect(printed).toContain('holds people already')
    expect(code).toBe(2)
  }, 200_000)
})
