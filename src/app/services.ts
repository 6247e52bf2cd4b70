import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type Brand, demoBrand } from '#platform/brand.ts'
import type { Config } from '#platform/server/config.ts'
import type { Services } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { createDiskStore } from '#platform/server/files.ts'
import { createMaintenanceCheck } from '#platform/server/maintenance.ts'
import { createSeal } from '#platform/server/operator-seal.ts'
import { createVault } from '#platform/server/secrets.ts'
import { StartupError } from '#platform/server/startup-error.ts'
import { jobs } from './jobs.ts'
import { loadAllTexts } from './server.ts'

/** Puts together what every handler and job is handed. */
export function createServices(parts: {
  config: Config
  env: Env
  database: Database
  log: FastifyBaseLogger
  wakeOutbox?: () => void
}): Services {
  const { config, env, database, log } = parts
  const brand = readBrand(config)
  const services: Services = {
    config,
    env,
    database,
    log,
    brand,
    vault: createVault(config.secretKey, config.previousSecretKey),
    files: createDiskStore(path.join(config.dataDir, 'files')),
    texts: loadAllTexts(),
    seal: createSeal(config, env, brand),
    isMaintenance: createMaintenanceCheck(config, database),
    wakeOutbox: parts.wakeOutbox ?? (() => undefined),
    async runJobs() {
      for (const job of jobs) await job.run(services)
    },
  }
  return services
}

function readBrand(config: Config): Brand {
  if (!config.brandFile) return demoBrand
  try {
    return { ...demoBrand, ...(JSON.parse(readFileSync(config.brandFile, 'utf8')) as Partial<Brand>) }
  } catch {
    throw new StartupError(`BRAND_FILE cannot be read as JSON: ${config.brandFile}.`)
  }
}
