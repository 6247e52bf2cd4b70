import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { copyRows, ownerPool } from '#platform/server/backup/copy-rows.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { reached } from '#platform/server/database/servers/hosts.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { prepareSchema } from '../prepare-schema.ts'

/** What the built-in database leaves in its data folder. */
const isOfBuiltIn = (name: string) => name === 'socket' || /^postgres([.-]|$)/.test(name)

/**
 * Moves the built-in database of a restored folder into the server of DATABASE_URL, which needs the two roles and an empty
 * database. Afterwards the folder holds files and notes alone.
 * @returns how many rows came
 */
export async function moveIntoServer(folder: string, { databaseUrl, databaseOwnerUrl }: Config): Promise<number> {
  const owner = { connectionString: databaseOwnerUrl ?? databaseUrl ?? '' }
  await prepareSchema(owner, { connectionString: databaseUrl ?? '' })
  const builtIn = await startEmbeddedPostgres({ dataDir: folder })
  const [source, target] = [ownerPool(builtIn.connection), ownerPool(reached(owner))]
  let copied: number
  try {
    // The archive may be of an earlier release.
    await migrate(source)
    copied = await copyRows(source, target)
  } finally {
    await source.end()
    await target.end()
    await builtIn.stop()
  }
  for (const name of readdirSync(folder).filter(isOfBuiltIn)) rmSync(path.join(folder, name), { recursive: true })
  return copied
}
