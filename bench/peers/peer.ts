// What every peer has in common: a folder with its packages outside the product's, a database of its own and a process.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** What a peer may take at most: to be installed, and to make its tables or to answer. */
const INSTALL_MS = 900_000
export const START_MS = 180_000

const cache = path.resolve(import.meta.dirname, '..', '..', '.cache', 'peers')

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

/** Packages of a peer, in exact versions. */
export interface Packages {
  readonly dependencies: Readonly<Record<string, string>>
  readonly overrides?: Readonly<Record<string, string>>
}

/** Installs a peer from the registry, once, without running its packages' scripts. @returns its folder */
export function install(name: string, packages: Packages): string {
  const folder = path.join(cache, name)
  const file = path.join(folder, 'package.json')
  const wanted = `${JSON.stringify({ name: `peer-${name}`, private: true, ...packages }, null, 2)}\n`
  const isThere = existsSync(path.join(folder, 'installed')) && readFileSync(file, 'utf8') === wanted
  if (isThere) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, wanted)
  console.log(`Installing ${Object.keys(packages.dependencies)[0]} in .cache/peers/${name}`)
  const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--no-package-lock']
  execFileSync('npm', ['install', ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: INSTALL_MS,
  })
  writeFileSync(path.join(folder, 'installed'), '')
  return folder
}

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
