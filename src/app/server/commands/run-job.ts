import { firstAdminLink } from '#features/ground/sessions/server/first-admin.ts'
import { runJob as run } from '#platform/server/jobs/jobs.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { jobs } from '../jobs.ts'
import { withServices } from './with-database.ts'

/** `run-job NAME`: one job now; without a name, which there are. */
export async function runJob([name]: string[]): Promise<number> {
  if (name === undefined) {
    for (const job of jobs.toSorted((one, other) => one.name.localeCompare(other.name)))
      console.log(`${job.name.padEnd(36)}${job.cron}`)
    return 0
  }
  const job = jobs.find((one) => one.name === name)
  if (!job) throw new StartupError(`There is no job ${name}; "run-job" without a name lists them.`)
  return withServices(readConfig(process.env), async (services) => {
    await run(services, job)
    console.log(`The job ${name} is done.`)
    return 0
  })
}

/** `create-admin`: the one-time address that creates the first super admin. */
export const createAdmin = (): Promise<number> =>
  withServices(readConfig(process.env), async (services) => {
    const link = await firstAdminLink(services)
    if (!link)
      throw new StartupError('There is a super admin already; further ones are named in the admin area, by two people.')
    console.log(link)
    return 0
  })
