import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '#platform/server/database/migrate.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { seedScale } from '#testing/scale/seed-scale.ts'
import type { Scale } from '#testing/scale/seed-statements.ts'

export interface BenchServer {
  /** A migrated database of this name; `fill` writes its rows the first time. */
  database(
    name: string,
    fill?: (connection: pg.ClientConfig) => Promise<void>,
  ): Promise<pg.ClientConfig & { database: string }>
  /** The server's main process, whose children serve the connections. */
  readonly pid: number
  stop(): Promise<void>
}

/**
 * A throw-away PostgreSQL without fsync. BENCH_DATA names a folder that is kept, so that a second run finds its rows
 * again; migrations that came in between are applied to them.
 */
export async function openBenchServer(): Promise<BenchServer> {
  const kept = process.env.BENCH_DATA
  const dataDir = kept ?? mkdtempSync(path.join(tmpdir(), 'poljin-bench-'))
  const isNew = !existsSync(path.join(dataDir, 'postgres'))
  let server = await startEmbeddedPostgres({ dataDir, fsync: false })
  if (isNew) {
    await tune(server.connection)
    await server.stop()
    server = await startEmbeddedPostgres({ dataDir, fsync: false })
  }
  const pid = Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    pid,
    async database(name, fill) {
      const connection = { ...server.connection, database: name }
      const isMade = await createDatabase(server.connection, name)
      const pool = new pg.Pool({ ...connection, max: 1 })
      try {
        await migrate(pool)
        if (isMade) await pool.query('analyze')
      } finally {
        await pool.end()
      }
      if (!isMade && fill) await fill(connection)
      return connection
    },
    async stop() {
      await server.stop()
      if (!kept) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** What a database server for a million people is given (docs/performance.md), and room for writing them at once. */
export async function tune(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`alter system set max_wal_size = '8GB'`)
  await client.query(`alter system set checkpoint_timeout = '1h'`)
  await client.query(`alter system set shared_buffers = '2GB'`)
  await client.query(`alter system set effective_cache_size = '6GB'`)
  await client.query(`alter system set random_page_cost = 1.1`)
  await client.end()
}

/** @returns whether it was there with all its rows */
async function createDatabase(connection: pg.ClientConfig, name: string): Promise<boolean> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return true
    await client.query(`create database ${name}`)
    return false
  } finally {
    await client.end()
  }
}

/** The rows of a scale, said aloud; tables that a benchmark does not look at may stay empty. */
export async function fillScale(connection: pg.ClientConfig, scale: Scale, without: readonly string[] = []) {
  const start = performance.now()
  console.log(`Seeding ${scale.employees} employees at ${scale.companies} companies`)
  const log = (line: string) => scale.employees >= 100_000 && console.log(`  ${line}`)
  await seedScale(connection, scale, { log, without: new Set(without) })
  console.log(`  ${((performance.now() - start) / 1000).toFixed(1)} s in all`)
}
