import { createClock } from '#features/operations/demo/server/clock.ts'
import { turnSources } from '#features/operations/tasks/server/sources.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { verifyTurns } from '#platform/server/turns/run.ts'
import { withDatabase } from './commands/with-database.ts'

/** Judges every turn of DATABASE_URL or of the data folder anew, and names each row that says otherwise. */
async function verify(): Promise<boolean> {
  const config = readConfig(process.env)
  return withDatabase(config, async (database) => {
    const env = await createClock(config, database)
    const { subjects, differences } = await verifyTurns(database.freshLists, env.now(), turnSources)
    for (const { process: name, subjectId, stored, found } of differences) {
      console.error(`${name} ${subjectId}`)
      for (const line of stored) if (!found.includes(line)) console.error(`  stands and is over: ${line}`)
      for (const line of found) if (!stored.includes(line)) console.error(`  is missing: ${line}`)
    }
    console.log(`Open turns of ${subjects} subjects: ${differences.length} stand otherwise than their rows say.`)
    return differences.length === 0
  })
}

try {
  process.exitCode = (await verify()) ? 0 : 1
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 2
}
