import path from 'node:path'
import { verifyRecord } from '#features/operations/event-log/server/verify.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { createDiskStore } from '#platform/server/documents/files.ts'
import { readEventLog } from '#platform/server/events/event-keys.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'

/** Proves the event log of DATABASE_URL or of the data folder, and names every place that does not fit. */
async function verify(): Promise<boolean> {
  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir })
  const write = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' }
  const database = openDatabase({ write, poolSize: 1 })
  try {
    await readEventLog(database.read, config)
    const store = createDiskStore(path.join(config.dataDir, 'files'))
    const { chains, events, files, faults } = await verifyRecord(database.read, {
      config,
      env: systemEnv,
      files: store,
    })
    for (const { subjectType, subjectId, position, fault } of faults)
      console.error(`${fault} ${subjectType} ${subjectId} at ${position}`)
    const found = faults.length === 0 ? 'intact' : `broken in ${faults.length} places`
    console.log(`The event log is ${found}: ${events} events in ${chains} chains, ${files} files.`)
    return faults.length === 0
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

try {
  process.exitCode = (await verify()) ? 0 : 1
} catch (error) {
  const isPlain = error instanceof StartupError
  console.error(isPlain ? error.message : error)
  if (isPlain) console.error('Stop the server that uses the folder, or verify in its admin area.')
  process.exitCode = 2
}
