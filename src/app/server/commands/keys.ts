import { openDatabase } from '#platform/server/database/db.ts'
import { renewMadeSeal } from '#platform/server/documents/operator-seal.ts'
import { retireKey } from '#platform/server/record/retire-key.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { readBrand } from '../services.ts'
import { withDatabase } from './with-database.ts'

/** `keys renew-seal`: the certificate that was made here is made anew, in the name of the present owner. */
async function renewSeal(): Promise<number> {
  const config = readConfig(process.env)
  const brand = readBrand(config)
  const before = await renewMadeSeal(config, systemEnv, brand)
  console.log(`The seal is made anew in the name of ${brand.legalName}. Start every node anew.`)
  if (before) console.log(`The one before lies in ${before}; what it has sealed stays valid.`)
  return 0
}

/** `keys retire`: seals anew and closes what the key before has written, and forgets it. */
export async function keys([act]: string[]): Promise<number> {
  if (act === 'renew-seal') return renewSeal()
  if (act !== 'retire') throw new StartupError('Say what to do with the keys: keys retire, or keys renew-seal.')
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
