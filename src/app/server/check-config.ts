import { processFacts, readConfig } from '#platform/server/runtime/config.ts'
import { postureOf, postureTable } from '#platform/server/runtime/posture.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'

// Prints what the configuration of this environment is worth, and fails when production would refuse it.
try {
  const config = readConfig(process.env)
  const rows = postureOf(config, processFacts(process.env))
  console.log(postureTable(rows))
  if (config.production && rows.some(({ state }) => state === 'REFUSED')) process.exitCode = 1
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  console.error(`REFUSED  ${error.message}`)
  process.exitCode = 1
}
