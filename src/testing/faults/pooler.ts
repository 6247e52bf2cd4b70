import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { findProgram } from '../runs/programs.ts'

export const hasPgBouncer = findProgram('pgbouncer') !== null

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

interface PoolerPlan {
  /** Holds its settings. */
  readonly folder: string
  readonly server: { readonly host: string; readonly port: number }
  readonly user: string
  readonly password: string
  readonly database: string
  readonly settings?: string
  readonly size?: number
  /** Where it listens; any free port unless it is started anew. */
  readonly port?: number
}

/** Starts PgBouncer in transaction mode before a database, and waits until it answers. */
export async function startPooler(
  plan: PoolerPlan,
): Promise<{ connection: pg.ClientConfig & { host: string; port: number }; process: ChildProcess }> {
  const { folder, server, user, password, database } = plan
  const port = plan.port ?? (await freePort())
  const file = path.join(folder, `${port}.ini`)
  writeFileSync(
    file,
    `[databases]
${database} = host=${server.host} port=${server.port} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${plan.size ?? 2}
${plan.settings ?? ''}
`,
  )
  const asRoot = process.getuid?.() === 0
  const child = spawn('pgbouncer', [...(asRoot ? ['-u', 'nobody'] : []), file], { stdio: 'ignore' })
  const connection = { host: '127.0.0.1', port, user, password, database }
  for (;;) {
    const client = new pg.Client(connection)
    try {
      await client.connect()
      await client.end()
      return { connection, process: child }
    } catch (error) {
      if (child.exitCode !== null) throw error
    }
  }
}
