import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/server/database/db.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { sha256 } from '#platform/server/runtime/secrets.ts'
import { syncCatalogue } from '../../server/catalogue.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-crash-'))
const token = randomBytes(32).toString('base64url')
const companyId = randomUUID()
const writes = Array.from({ length: 200 }, (_, i) => ({ name: `Yksikkö ${i}`, key: randomUUID() }))

let port = 0
let server: ChildProcess | null = null

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port: free } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return free
}

/** A database with one employer admin and a session, made before the server first runs. */
async function prepare() {
  const postgres = await startEmbeddedPostgres({ dataDir })
  const database = openDatabase({ write: postgres.connection, poolSize: 2 })
  await migrate(database.pool)
  await database.transaction(async (db) => {
    await syncCatalogue(db)
    const userId = randomUUID()
    const sessionId = randomUUID()
    await db.insertInto('companies').values({ id: companyId, name: 'Testiyritys', business_id: '9870005-5' }).execute()
    await db
      .insertInto('users')
      .values({ id: userId, email: 'a@testi.example', work_email: 'a@testi.example', first_name: 'A', last_name: 'B' })
      .execute()
    await db
      .insertInto('user_roles')
      .values({ id: randomUUID(), user_id: userId, role_id: roleId('EMPLOYER_ADMIN'), company_id: companyId })
      .execute()
    await db
      .insertInto('sessions')
      .values({
        id: sessionId,
        user_id: userId,
        csrf_token: '-',
        absolute_end_at: '2100-01-01',
        signed_in_with: 'PASSWORD',
      })
      .execute()
    await db
      .insertInto('session_tokens')
      .values({ hash: sha256(token), session_id: sessionId, kind: 'ACCESS', expires_at: '2100-01-01' })
      .execute()
  })
  await database.close()
  await postgres.stop()
}

async function start() {
  server = spawn(process.execPath, ['src/app/server/main.ts'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO: '0',
      GENERAL_LIMIT: '0',
      ADMISSION_MS: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: '',
    },
  })
  for (let i = 0; i < 1_200; i += 1) {
    const healthy = await fetch(`http://127.0.0.1:${port}/api/health-check`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (healthy) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server did not start')
}

async function write({ name, key }: (typeof writes)[number]): Promise<boolean> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/company-unit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ unit: { unitName: name }, companyId }),
  }).catch(() => null)
  return reply?.ok ?? false
}

async function stored(): Promise<string[]> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/company-unit?companyId=${companyId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const body = (await reply.json()) as { items?: { unitName: string }[]; data?: { unitName: string }[] }
  return (body.items ?? body.data ?? []).map((unit) => unit.unitName)
}

beforeAll(async () => {
  port = await freePort()
  await prepare()
  await start()
}, 120_000)
afterAll(async () => {
  server?.kill('SIGTERM')
  await new Promise((resolve) => server?.once('exit', resolve))
  rmSync(dataDir, { recursive: true, force: true })
})

describe('kill -9 of the server in the middle of 200 writes', () => {
  it('loses no acknowledged one, and a retry with the key completes the rest exactly once', async () => {
    const acknowledged = new Set<string>()
    const queue = [...writes]
    const killAt = 60 + Math.floor(Math.random() * 80)
    const worker = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        if (await write(next)) acknowledged.add(next.name)
        if (acknowledged.size === killAt) server?.kill('SIGKILL')
      }
    }
    await Promise.all([worker(), worker(), worker(), worker()])
    expect(acknowledged.size).toBeGreaterThanOrEqual(killAt)
    expect(acknowledged.size).toBeLessThan(200)

    await start()
    const kept = await stored()
    expect([...acknowledged].filter((name) => !kept.includes(name))).toEqual([])

    for (const one of writes) expect(await write(one), one.name).toBe(true)
    const all = await stored()
    expect(all.toSorted()).toEqual(writes.map((one) => one.name).toSorted())
  }, 120_000)
})
