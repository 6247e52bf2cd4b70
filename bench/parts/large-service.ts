// The service with 100,000 people, and the cookies of those who look at it.
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { callersOf, type Role } from '#testing/scale/reading.ts'
import { kinds, scaleOf, seededId } from '#testing/scale/seed-statements.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { fillScale, openBenchServer } from './scaled.ts'
import { openTlsFront } from './tls-front.ts'

const root = path.resolve(import.meta.dirname, '..', '..')

export interface LargeService {
  readonly origin: string
  /** The access token of a signed-in person of each role. */
  readonly tokens: Readonly<Record<Role, string>>
  /** An order on its way, which employer and staff may see. */
  readonly orderId: string
  stop(): Promise<void>
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function startServer(origin: string, variables: Record<string, string>): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['src/app/server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: new URL(origin).port,
      LOG_LEVEL: 'error',
      GENERAL_LIMIT: '0',
      ...variables,
    },
  })
  for (let tries = 0; tries < 600 && server.exitCode === null; tries += 1) {
    const isUp = await fetch(`${origin}/api/health-check`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return server
    await pause(200)
  }
  server.kill()
  throw new Error('The server did not start.')
}

/** Starts a server on the rows of 100,000 people. */
export async function startLargeService(): Promise<LargeService> {
  const scale = scaleOf(Number(process.env.PEOPLE ?? 100_000))
  const postgres = await openBenchServer()
  const connection = await postgres.database('pages', (made) => fillScale(made, scale))
  const world = await openWorldOn(connection)
  const callers = await callersOf(world, scale)
  const { primary } = world.services.database
  const end = new Date(Date.now() + 86_400_000)
  await primary.updateTable('sessions').set({ absolute_end_at: end }).execute()
  await primary.updateTable('session_tokens').set({ expires_at: end }).execute()
  const { id: orderId } = await primary
    .selectFrom('orders')
    .select('id')
    .where('company_id', '=', seededId(kinds.company, 0))
    .where('status', '=', 'WAITING_FOR_INVOICE_MATCH')
    .limit(1)
    .executeTakeFirstOrThrow()
  await world.close()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'poljin-pages-'))
  const { host, port, user, password, database } = connection
  const owner = `${user}:${encodeURIComponent(String(password))}`
  const address = `postgresql://${owner}@${encodeURIComponent(String(host))}:${port}/${database}`
  const inner = `http://localhost:${await freePort()}`
  const front = await freePort()
  const origin = `https://localhost:${front}`
  const server = await startServer(inner, {
    ORIGIN: origin,
    TRUST_PROXY: '1',
    DATA_DIR: dataDir,
    DATABASE_URL: address,
  })
  const closeFront = await openTlsFront(inner, front)
  const tokens = Object.fromEntries(Object.entries(callers).map(([role, { accessToken }]) => [role, accessToken]))
  return {
    origin,
    tokens: tokens as LargeService['tokens'],
    orderId,
    async stop() {
      closeFront()
      server.kill('SIGTERM')
      await new Promise((resolve) => server.once('exit', resolve))
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The cookies by which the service knows somebody. */
export const cookiesOf = (origin: string, token: string) => [
  { name: 'accessToken', value: token, url: origin, httpOnly: true },
  { name: 'signedIn', value: '1', url: origin },
]
