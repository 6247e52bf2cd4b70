import { openDatabase } from '#platform/server/database/db.ts'
import { retireKey } from '#platform/server/record/retire-key.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { withDatabase } from './with-database.ts'

/** `keys retire`: seals anew and closes what the key before has written, and forgets it. */
export async function keys([act]: string[]): Promise<number> {
  if (act !== 'retire') throw new StartupError('Say what to do with the keys: keys retire.')
  const config = readConfig(process.env)
  return withDatabase(config, async (_database, builtIn) => {
    const owner = config.databaseOwnerUrl ?? config.databaseUrl ?? ''
    const database = openDatabase({ write: builtIn?.connection ?? { connectionString: owner }, poolSize: 2 })
    try {
      const { chains, values, lost } = await retireKey(database, config, systemEnv)
      console.log(
        `The key before is retired: ${values} values are sealed anew, ${chains} chains of the event log are closed.`,
      )
      if (lost > 0) console.log(`${lost} values open by neither key and stay as they are.`)
      console.log(
        'Take PREVIOUS_SECRET_KEY away from every node and start it anew. Backups from before need the key before.',
      )
      return 0
    } finally {
      await database.close()
    }
  })
}
