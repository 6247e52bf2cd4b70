import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const scratch = mkdtempSync(path.join(tmpdir(), 'poljin-start-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Nothing of this process's environment but where programs are, and the code that earlier starts compiled. */
const ofEveryStart = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
  LOG_LEVEL: 'silent',
  NODE_NO_WARNINGS: '1',
  DEMO: '0',
}

/** Runs the server until it ends by itself, or until a line says that it runs; then it is asked to stop. */
async function run(
  variables: Record<string, string>,
  whenRunning: (child: ChildProcess, output: string) => unknown = (child) => child.kill('SIGTERM'),
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['src/app/server/main.ts'], {
    cwd: root,
    env: { ...ofEveryStart, ...variables },
  })
  let output = ''
  let isRunning = false
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (isRunning || !/is running: \S+\s/.test(output)) return
      isRunning = true
      whenRunning(child, output)
    })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, output: output.trim() }
}

/** A user of this system, by name. */
function userOf(name: string) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`))!
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** PostgreSQL 15 as Debian installs it. */
const postgres15 = '/usr/lib/postgresql/15/bin'

/** Starts a server of PostgreSQL 15 on a folder of its own, which is not root's. */
async function startPostgres15(data: string) {
  const isRoot = process.getuid?.() === 0
  mkdirSync(data, { mode: 0o700 })
  const owner = isRoot ? userOf('nobody') : {}
  if (isRoot) {
    chmodSync(scratch, 0o755)
    chownSync(data, userOf('nobody').uid, userOf('nobody').gid)
  }
  const pgCtl = (...words: string[]) =>
    execFileSync(path.join(postgres15, 'pg_ctl'), ['-D', data, '-s', '-w', ...words], { ...owner, stdio: 'ignore' })
  const port = await freePort()
  pgCtl('init', '-o', '-U poljin -A trust --no-sync')
  pgCtl('start', '-o', `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`)
  const connection = { host: '127.0.0.1', port, user: 'poljin', database: 'postgres' }
  return { connection, stop: () => pgCtl('stop', '-m', 'immediate') }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

const folder = (name: string) => path.join(scratch, name)
const oneSentence = (output: string) => output.split('\n').length === 1 && !output.includes('    at ')

describe('a start that cannot work ends with one sentence', () => {
  it('when the port is taken, before a database is made', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as { port: number }
    const { code, output } = await run({ DATA_DIR: folder('port'), PORT: String(port) })
    taken.close()
    expect(code).toBe(1)
    expect(output).toContain(`Port ${port} is taken`)
    expect(existsSync(path.join(folder('port'), 'postgres'))).toBe(false)
    expect(oneSentence(output), output).toBe(true)
  })

  it('when the database address is broken, or nobody answers there', async () => {
    const broken = await run({ DATA_DIR: folder('url'), PORT: '0', DATABASE_URL: 'mysql://nowhere' })
    expect(broken).toMatchObject({ code: 1 })
    expect(broken.output).toContain('DATABASE_URL')
    const silent = await run({ DATA_DIR: folder('url'), PORT: '0', DATABASE_URL: 'postgres://127.0.0.1:1/none' })
    expect(silent).toMatchObject({ code: 1 })
    expect(silent.output).toContain('DATABASE_URL')
    expect(oneSentence(silent.output), silent.output).toBe(true)
  })

  it.skipIf(!existsSync(postgres15))(
    'when the database server is PostgreSQL 15, in which it changes nothing',
    async () => {
      const postgres = await startPostgres15(folder('postgres-15'))
      try {
        const { host, port, user, database } = postgres.connection
        const { code, output } = await run({
          DATA_DIR: folder('old-server'),
          PORT: '0',
          DATABASE_URL: `postgres://${user}@${host}:${port}/${database}`,
        })
        expect(code).toBe(1)
        expect(output).toMatch(/^The database server is PostgreSQL 15\.\d+; Poljin needs 17 or newer\./)
        expect(oneSentence(output), output).toBe(true)
        const client = new pg.Client(postgres.connection)
        await client.connect()
        const { rows } = await client.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`)
        await client.end()
        expect(rows).toEqual([])
      } finally {
        postgres.stop()
      }
    },
    60_000,
  )

  it('when the data folder is held by a server that lives', async () => {
    mkdirSync(folder('held'))
    const postgres = await startEmbeddedPostgres({ dataDir: folder('held') })
    const { code, output } = await run({ DATA_DIR: folder('held'), PORT: '0' })
    await postgres.stop()
    expect(code).toBe(1)
    expect(oneSentence(output), output).toBe(true)
  })

  it('when the data folder cannot be made', async () => {
    const { code, output } = await run({ DATA_DIR: '/proc/poljin', PORT: '0' })
    expect(code).toBe(1)
    expect(oneSentence(output), output).toBe(true)
  })

  it.runIf(process.getuid?.() === 0)('when a file in the folder belongs to another account', async () => {
    chmodSync(scratch, 0o755)
    mkdirSync(folder('mixed'))
    chmodSync(folder('mixed'), 0o777)
    const key = path.join(folder('mixed'), 'secret-key')
    writeFileSync(key, 'h8Jk2mQ9vX4tR7wZ1bN6cL3fP5gD0sAy', { mode: 0o600 })
    const { code, output } = await run({ DATA_DIR: folder('mixed'), PORT: '0', RUN_AS_USER: 'nobody' })
    expect(code).toBe(1)
    expect(output).toBe(
      `${key} cannot be used by this account (EACCES): start as its owner, or give it to this account.`,
    )
  })

  it('when the disk is full', async ({ skip }) => {
    const disk = folder('disk')
    mkdirSync(disk)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m,mode=755', 'tmpfs', disk], { stdio: 'ignore' })
    } catch {
      skip('a disk to fill is made by root alone')
    }
    try {
      const { code, output } = await run({ DATA_DIR: disk, PORT: '0' })
      expect(code).toBe(1)
      expect(output).toMatch(/^The disk of \S+ is full: make room and start again\.$/)
    } finally {
      execFileSync('umount', [disk])
    }
  })

  it.each([
    ['without a secret', { ORIGIN: 'https://bikes.example' }, 'SECRET_KEY'],
    ['with a short secret', { ORIGIN: 'https://bikes.example', SECRET_KEY: 'short' }, 'SECRET_KEY'],
    [
      'with a secret that is none',
      { ORIGIN: 'https://bikes.example', SECRET_KEY: 'changeme-changeme-changeme-changeme' },
      'SECRET_KEY',
    ],
    ['without its public address', { SECRET_KEY: 'h8Jk2mQ9vX4tR7wZ1bN6cL3fP5gD0sAy' }, 'ORIGIN'],
  ])('in production %s', async (_, variables, name) => {
    const { code, output } = await run({
      NODE_ENV: 'production',
      DATA_DIR: folder('production'),
      PORT: '0',
      ...variables,
    })
    expect(code).toBe(1)
    expect(output).toContain(name)
    expect(oneSentence(output), output).toBe(true)
  })
})

describe('npm run check-config', () => {
  const sound = {
    NODE_ENV: 'production',
    ORIGIN: 'https://bikes.example',
    SECRET_KEY: 'h8Jk2mQ9vX4tR7wZ1bN6cL3fP5gD0sAy',
    ALLOW_SELF_SIGNED_SEAL: '1',
    RUN_AS_USER: 'nobody',
  }
  const check = (variables: Record<string, string>) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['src/app/server/check-config.ts'], {
      cwd: root,
      env: { ...ofEveryStart, ...variables },
      encoding: 'utf8',
    })
    return { status, table: `${stdout}${stderr}` }
  }

  it('prints the whole posture as a table and fails where production would refuse a part of it', () => {
    const passed = check(sound)
    expect(passed).toMatchObject({ status: 0, table: expect.stringMatching(/^WEAK +SEAL_P12_FILE/m) })
    expect(passed.table).not.toContain('REFUSED')
    const refused = check({ ...sound, SMTP_URL: 'smtp://post.example', ALLOW_SELF_SIGNED_SEAL: '0' })
    expect(refused.status).toBe(1)
    for (const part of ['SMTP_URL', 'SEAL_P12_FILE'])
      expect(refused.table).toMatch(new RegExp(`^REFUSED +${part}`, 'm'))
    expect(refused.table.split('\n').length).toBeGreaterThan(5)
    expect(check({ ...sound, ORIGIN: 'http://bikes.example' })).toMatchObject({
      status: 1,
      table: expect.stringMatching(/^REFUSED +ORIGIN/m),
    })
    expect(check({ NODE_ENV: 'prod' })).toMatchObject({ status: 1 })
  })

  it('and the start refuse the same', async () => {
    const { code, output } = await run({
      ...sound,
      DATA_DIR: folder('posture'),
      PORT: '0',
      SMTP_URL: 'smtp://post.example',
    })
    expect(code).toBe(1)
    expect(output).toContain('SMTP_URL')
  })
})

describe('a production start', () => {
  it('seeds no demo, is not root, keeps the first super admin’s link in a file, and stops cleanly when told', async () => {
    const dataDir = folder('production-ok')
    mkdirSync(dataDir, { mode: 0o700 })
    const isRoot = process.getuid?.() === 0
    if (isRoot) {
      chmodSync(scratch, 0o755)
      const { uid, gid } = userOf('nobody')
      chownSync(dataDir, uid, gid)
    }
    const given = {
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: '0',
      SECRET_KEY: 'h8Jk2mQ9vX4tR7wZ1bN6cL3fP5gD0sAy',
      ORIGIN: 'https://bikes.example',
      ALLOW_SELF_SIGNED_SEAL: '1',
    }
    const file = path.join(dataDir, 'first-admin-link')
    let link = ''
    const { code, output } = await run({ ...given, ...(isRoot ? { RUN_AS_USER: 'nobody' } : {}) }, (child) => {
      link = readFileSync(file, 'utf8')
      child.kill('SIGTERM')
    })
    expect(link).toMatch(/^https:\/\/bikes\.example\/aloitus\/[\w-]{40,}\n$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(output).toContain(file)
    expect(output).not.toMatch(/aloitus\/|demo\.example/)
    expect(output).toMatch(/^WEAK +SEAL_P12_FILE/m)
    expect(code).toBe(0)
  }, 60_000)
})

/** Resolves once nobody listens at the port any more. */
async function untilClosed(port: number): Promise<void> {
  const refused = await fetch(`http://127.0.0.1:${port}/api/health-check`).then(
    (reply) => !reply.ok,
    () => true,
  )
  if (!refused) await untilClosed(port)
}

describe('a server that is told to stop', () => {
  it('lets a call that has begun end, takes no new one, and ends by itself', async () => {
    const message = JSON.stringify({
      role: 'OTHER',
      name: 'Testi Lähettäjä',
      email: 'testi@testi.example',
      message: 'Viesti, joka on kesken pysäytyksen hetkellä.',
    })
    let answer = ''
    const { code } = await run({ DATA_DIR: folder('stop'), PORT: '0' }, async (child, output) => {
      const port = Number(/localhost:(\d+)/.exec(output)![1])
      const socket = connect(port, '127.0.0.1')
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
      socket.write(
        [
          'POST /api/contact-forms HTTP/1.1',
          'Host: localhost',
          'Content-Type: application/json',
          `Content-Length: ${Buffer.byteLength(message)}`,
          '',
          message.slice(0, 20),
        ].join('\r\n'),
      )
      // The server has read the head of the first call when it has answered another.
      await fetch(`http://127.0.0.1:${port}/api/health-check`)
      child.kill('SIGTERM')
      await untilClosed(port)
      socket.write(message.slice(20))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 201 /)
    expect(code).toBe(0)
  }, 60_000)
})
