import { readConfig } from '#platform/server/runtime/config.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { jobs } from '../jobs.ts'
import { failedWork, retryWork } from './failed-work.ts'
import { withServices } from './with-database.ts'

const done = {
  job: 'The job has been run and has succeeded.',
  message: 'The message is in the queue again, with all its tries.',
  document: 'The document is due now.',
} as const

/** `retry [NAME | ID]`: one failed thing again; without a name, what has failed. */
export async function retry([id]: string[]): Promise<number> {
  return withServices(readConfig(process.env), async (services) => {
    if (id === undefined) {
      const failed = await failedWork(services.database.primary)
      for (const one of failed) console.log(`${one.kind.padEnd(10)}${one.id.padEnd(38)}${one.fault}`)
      if (failed.length === 0) console.log('Nothing has failed.')
      return 0
    }
    const kind = await retryWork(services, jobs, id)
    if (!kind) throw new StartupError(`Nothing named ${id} has failed; "retry" without a name lists what has.`)
    console.log(done[kind])
    return 0
  })
}
