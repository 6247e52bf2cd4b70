import { readFileSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import { touchingTables, turnKeeping } from '#features/operations/tasks/server/sources.ts'
import type { Database } from '#platform/server/database/db.ts'
import { createSeal } from '#platform/server/documents/operator-seal.ts'
import { createFileStore } from '#platform/server/documents/stores/file-store.ts'
import type { Services } from '#platform/server/http/context.ts'
import { createMaintenanceCheck } from '#platform/server/http/maintenance.ts'
import { runEachJob } from '#platform/server/jobs/jobs.ts'
import { createRoleCatalogue } from '#platform/server/roles/role-catalogue.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import type { Env } from '#platform/server/runtime/env.ts'
import { createVault } from '#platform/server/runtime/secrets.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'
import { refreshTouched } from '#platform/server/turns/refresh.ts'
import { type Brand, demoBrand } from '#platform/values/brand.ts'
import { faultOfProcessors } from '#platform/values/processors.ts'
import { jobs } from './jobs.ts'
import { loadAllTexts } from './server.ts'

/** Puts together what every handler and job is handed. */
export function createServices(parts: {
  config: Config
  env: Env
  database: Database
  log: FastifyBaseLogger
  wakeOutbox?: () => void
  wakeDocuments?: () => void
}): Services {
  const { config, env, database, log } = parts
  const brand = readBrand(config)
  const services: Services = {
    config,
    env,
    database,
    roles: createRoleCatalogue(database.primary),
    log,
    brand,
    vault: createVault(config.secretKey, config.previousSecretKey),
    files: createFileStore(config),
    texts: loadAllTexts(),
    ...createSeal(config, env, brand),
    isMaintenance: createMaintenanceCheck(config, database),
    wakeOutbox: parts.wakeOutbox ?? (() => undefined),
    wakeDocuments: parts.wakeDocuments ?? (() => undefined),
    runJobs: () => runEachJob(services, jobs),
  }
  database.endEachWith({
    tables: touchingTables,
    makes: 'open_turns',
    run: (db) => refreshTouched(db, env.now(), turnKeeping),
  })
  return services
}

/** The owner as BRAND_FILE names them. */
export function readBrand(config: Pick<Config, 'brandFile'>): Brand {
  if (!config.brandFile) return demoBrand
  const brand = { ...demoBrand, ...parsedBrand(config.brandFile) }
  const fault = faultOfProcessors(brand)
  if (fault) throw new StartupError(`BRAND_FILE ${config.brandFile}: ${fault}.`)
  return brand
}

function parsedBrand(file: string): Partial<Brand> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Brand>
  } catch {
    throw new StartupError(`BRAND_FILE cannot be read as JSON: ${file}.`)
  }
}
