import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres, stopOrphanedPostgres } from './embedded-postgres.ts'
import { causeIn } from './postgres-process.ts'

let dataDir: string
let running: EmbeddedPostgres | undefined
let owner: ChildProcess | undefined

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-launcher-'))
})

afterEach(async () => {
  owner?.kill('SIGKILL')
  await running?.stop()
  await stopOrphanedPostgres(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  running = undefined
  owner = undefined
})

async function start(fsync = false): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataDir, fsync })
  return running
}

/** Another process that starts the server and holds it until it is killed. */
async function startInAnotherProcess(): Promise<void> {
  const launcher = new URL('./embedded-postgres.ts', import.meta.url).href
  const script = `import { startEmbeddedPostgres } from ${JSON.stringify(launcher)}
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, fsync: false })
    console.log('ready')
    setInterval(() => undefined, 1000)`
  owner = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(owner.stdout!, 'data')
}

async function query<R extends pg.QueryResultRow>(on: EmbeddedPostgres, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: on.connectionString })
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

test('a first start makes a database that sorts as Finns do, and a second start finds what was written', async () => {
  const first = await start()
  await query(first, `create table letters as select unnest(array['ä', 'z', 'a', 'å', 'ö']) as letter`)
  await first.stop()
  const second = await start()
  const rows = await query<{ sorted: string }>(
    second,
    `select string_agg(letter, '' order by letter) as sorted from letters`,
  )
  expect(rows).toEqual([{ sorted: 'azåäö' }])
  expect(second.adopted).toBe(false)
})

test('a folder of a release with one role gets the application’s own, which is no superuser', async () => {
  const first = await start()
  await query(first, 'drop role poljin')
  await first.stop()
  const { application } = await start()
  const client = new pg.Client(application)
  await client.connect()
  const { rows } = await client.query('select usename, usesuper from pg_user where usename = current_user')
  await client.end()
  expect(rows).toEqual([{ usename: 'poljin', usesuper: false }])
})

test('a wrong password is refused', async () => {
  const { connection } = await start()
  const client = new pg.Client({ ...connection, password: 'wrong' })
  await expect(client.connect()).rejects.toThrow(/password authentication failed/)
})

test('the server left by a killed owner is taken over with its data', async () => {
  await startInAnotherProcess()
  owner!.kill('SIGKILL')
  await once(owner!, 'exit')
  const adopted = await start()
  expect(adopted.adopted).toBe(true)
  expect(await query(adopted, 'select 1 as one')).toEqual([{ one: 1 }])
  await adopted.stop()
  expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('a second start on the folder of a living server is refused and leaves the first one working', async () => {
  await startInAnotherProcess()
  await expect(startEmbeddedPostgres({ dataDir, fsync: false })).rejects.toThrow(
    new StartupError(
      `A server (process ${owner!.pid}) already runs on the data folder ${dataDir}; stop it first, or set DATA_DIR to another folder.`,
    ),
  )
  expect(owner!.exitCode).toBeNull()
})

test('a lock beside the socket that names another living program does not stop a start after a crash', async () => {
  const first = await start()
  const { host } = first.connection
  await first.stop()
  mkdirSync(host, { recursive: true, mode: 0o700 })
  writeFileSync(path.join(host, '.s.PGSQL.5432.lock'), `${process.ppid}\n/elsewhere\n0\n5432\n${host}\n`)
  writeFileSync(path.join(host, '.s.PGSQL.5432'), '')
  expect((await start()).adopted).toBe(false)
})

test('of what a server says when it ends, the reason is shown', () => {
  const output = [
    'LOG:  starting PostgreSQL',
    'FATAL:  lock file "…" already exists',
    'HINT:  Is another postmaster running?',
    'LOG:  database system is shut down',
  ]
  expect(causeIn(output.join('\n'))).toBe(output[1])
  expect(causeIn('')).toBe('it said nothing')
})

test('a lock file whose process number has passed to another program does not stop a start', async () => {
  writeFileSync(path.join(dataDir, 'server.lock'), JSON.stringify({ pid: process.ppid, life: 'another life' }))
  const started = await start()
  expect(await query(started, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a database process that dies is started again without losing what was written', async () => {
  const started = await start(true)
  await query(started, 'create table kept as select 1 as one')
  const pid = Number.parseInt(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  process.kill(pid, 'SIGKILL')
  await expect
    .poll(() => query(started, 'select one from kept').catch(() => null), { timeout: 15_000 })
    .toEqual([{ one: 1 }])
})

test('a folder that cannot be written is refused in one sentence', async () => {
  const file = path.join(dataDir, 'file')
  writeFileSync(file, '')
  const refused = startEmbeddedPostgres({ dataDir: path.join(file, 'below') })
  await expect(refused).rejects.toThrow(/^The data folder .* cannot be written \(ENOTDIR\); set DATA_DIR/)
  await expect(refused).rejects.toBeInstanceOf(StartupError)
})

test('database files of another version are refused in one sentence', async () => {
  const first = await start()
  await first.stop()
  writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
  await expect(start()).rejects.toThrow(/was made by PostgreSQL 15, but this release carries PostgreSQL 18/)
})

test('a data folder with a long path, or one that others may not enter, works all the same', async () => {
  const long = path.join(dataDir, 'a-folder-with-a-long-name-'.repeat(5))
  const outer = dataDir
  chmodSync(outer, 0o700)
  const started = await startEmbeddedPostgres({ dataDir: long, fsync: false })
  try {
    expect(await query(started, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(started.connection.host.startsWith(long)).toBe(false)
  } finally {
    await started.stop()
  }
})
