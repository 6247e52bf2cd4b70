// What every peer has in common: a folder with its packages outside the product's, a database of its own and a process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { installed, type Packages } from '#testing/runs/installed.ts'

/** What a peer may take at most to make its tables or to answer. */
export const START_MS = 180_000

/** The calls that are measured. */
export type CallName = 'list' | 'detail' | 'search'
export const callNames: readonly CallName[] = ['list', 'detail', 'search']

/** The rows that are asked for, by the product's ids. */
export interface Wanted {
  readonly companyId: string
  readonly orderId: string
  readonly search: string
}

export interface Peer {
  readonly name: string
  readonly pid: number
  readonly port: number
  readonly token: string
  readonly paths: Readonly<Record<CallName, string>>
  stop(): Promise<void>
}

/** Installs a peer from the registry, once. @returns its folder */
export const install = (name: string, packages: Packages): string => installed('peers', name, packages)

/** Copies the product's database: its tables lie in the schema `source`, beside an empty schema of the peer. */
export async function copyDatabase(connection: pg.ClientConfig, name: string): Promise<pg.ClientConfig> {
  await run({ ...connection, database: 'postgres' }, [
    `drop database if exists ${name}`,
    `create database ${name} template ${connection.database}`,
  ])
  const copy = { ...connection, database: name }
  await run(copy, ['alter schema public rename to source', 'create schema public'])
  return copy
}

/** Runs statements one after the other on one connection. @returns the rows of the last */
export async function run(connection: pg.ClientConfig, statements: readonly string[]): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    let rows: pg.QueryResultRow[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

export type Running = Pick<Peer, 'pid' | 'port' | 'stop'>

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('no port is free')
  return address.port
}

/** Starts a peer and waits until it answers. @throws with what it said where it does not; its process has then ended */
export async function startProcess(
  folder: string,
  script: string,
  variables: Record<string, string>,
  { args = [], port, health }: { args?: readonly string[]; port: number; health: string },
): Promise<Running> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '', ...variables },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said = `${said}${part}`.slice(-2_000)
    })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const stop = async () => {
    process.off('exit', kill)
    if (hasEnded()) return
    const end = once(child, 'exit')
    kill()
    await end
  }
  const url = `http://127.0.0.1:${port}${health}`
  const end = Date.now() + START_MS
  while (!(await answers(url))) {
    if (!hasEnded() && Date.now() < end) await pause(100)
    else {
      const what = hasEnded() ? 'it ended at its start' : `it did not answer within ${START_MS / 1000} s`
      await stop()
      throw new Error(`${what}: ${said}`)
    }
  }
  return { pid: child.pid!, port, stop }
}

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status < 500,
    () => false,
  )
