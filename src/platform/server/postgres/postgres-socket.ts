import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StartupError } from '#platform/server/runtime/startup-error.ts'

/** Where the database listens: a folder for its Unix socket, or the loopback address where there are none. */
export interface PostgresAddress {
  readonly host: string
  readonly port: number
}

const socketPort = 5432
// A socket's path may have 107 bytes on Linux and 103 on macOS.
const longestSocketPath = 103

/**
 * Makes the folder of the socket, open to the database's account alone. It lies in the data folder unless its path
 * is too long for a socket.
 * @throws StartupError when another account has taken the folder's place.
 */
export async function postgresAddress(dataDir: string, owner: number | null): Promise<PostgresAddress> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() }
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const candidates = [path.join(dataDir, 'socket'), path.join(tmpdir(), `poljin-${key}`), `/tmp/poljin-${key}`]
  const host = candidates.find((folder) => Buffer.byteLength(`${folder}/.s.PGSQL.${socketPort}`) <= longestSocketPath)!
  makePrivate(host, owner)
  return { host, port: socketPort }
}

/** Removes the socket's folder after the server has ended. */
export function removeAddress(address: PostgresAddress): void {
  if (path.isAbsolute(address.host)) rmSync(address.host, { recursive: true, force: true })
}

/** Removes the socket and its lock, and leaves the folder as it is. */
export function removeSocket(address: PostgresAddress): void {
  if (!path.isAbsolute(address.host)) return
  for (const file of readdirSync(address.host)) rmSync(path.join(address.host, file), { force: true })
}

function makePrivate(folder: string, owner: number | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const made = lstatSync(folder)
  const self = process.getuid?.() ?? 0
  if (!made.isDirectory() || (made.uid !== self && made.uid !== owner))
    throw new StartupError(`The folder ${folder} for the database's socket belongs to another account; remove it.`)
  if (owner !== null) chownSync(folder, owner, owner)
  chmodSync(folder, 0o700)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
