import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate, readMigrations } from '#platform/server/database/migrate.ts'
import { holderOf } from '#platform/server/postgres/data-folder.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  stopOrphanedPostgres,
} from '#platform/server/postgres/embedded-postgres.ts'
import { templateDatabase } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: EmbeddedPostgres['connection']
    /** What the database server writes of itself. */
    postgresLog: string
  }
}

const prefix = 'poljin-test-run-'
/** A run younger than this may not have taken its lock yet. */
const fresh = 60_000
/** A template older than this is in nobody's hands. */
const old = 3_600_000
const cache = path.resolve(import.meta.dirname, '../../../.cache/test-database')

/**
 * One database server for the whole run, without fsync, with a migrated template. The made files are kept for the
 * next run on the same migrations; every run works on its own copy, so that runs do not meet.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepAbandonedRuns()
  const folder = mkdtempSync(path.join(tmpdir(), prefix))
  const made = path.join(cache, cacheKey())
  if (!existsSync(made)) await makeTemplate(made)
  cpSync(made, folder, { recursive: true })
  const postgres = await startEmbeddedPostgres({ dataDir: folder, fsync: false })
  project.provide('postgres', postgres.connection)
  project.provide('postgresLog', path.join(folder, 'postgres.log'))
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function cacheKey(): string {
  const parts = [process.platform, process.arch, process.getuid?.(), ...readMigrations().map(({ sha256 }) => sha256)]
  return createHash('sha256').update(parts.join()).digest('hex').slice(0, 16)
}

/** Made beside its place and moved there at the end: two runs may make it at once, and the first one stays. */
async function makeTemplate(made: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), prefix))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, fsync: false })
  try {
    await createTemplate(postgres)
  } finally {
    await postgres.stop()
  }
  mkdirSync(cache, { recursive: true })
  sweepOldTemplates()
  const unfinished = mkdtempSync(path.join(cache, 'new-'))
  cpSync(folder, unfinished, { recursive: true })
  rmSync(folder, { recursive: true })
  if (!existsSync(made)) renameSync(unfinished, made)
}

/** Templates of other migrations; a young one may be in the making, or in the copying, by another run. */
function sweepOldTemplates(): void {
  for (const name of readdirSync(cache)) {
    const folder = path.join(cache, name)
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > old) rmSync(folder, { recursive: true, force: true })
  }
}

async function createTemplate({ connection }: EmbeddedPostgres): Promise<void> {
  const server = new pg.Pool({ ...connection, max: 1 })
  await server.query(`create database ${templateDatabase}`)
  await server.end()
  const template = new pg.Pool({ ...connection, database: templateDatabase, max: 1 })
  try {
    await migrate(template)
  } finally {
    await template.end()
  }
}

/** Runs that were killed leave their server and files behind. */
async function sweepAbandonedRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    const folder = path.join(tmpdir(), name)
    if (holderOf(folder) !== null || Date.now() - statSync(folder).mtimeMs < fresh) continue
    await stopOrphanedPostgres(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}
