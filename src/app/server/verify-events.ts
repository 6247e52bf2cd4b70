import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { verifyRecord } from '#features/operations/event-log/server/verify.ts'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import { createDiskStore } from '#platform/server/documents/files.ts'
import { readEventLog } from '#platform/server/events/event-keys.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded-postgres.ts'
import { compareReceipt, type Receipt, signersOf, verifyReceipt } from '#platform/server/record/receipts.ts'
import { type Config, readConfig } from '#platform/server/runtime/config.ts'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { StartupError } from '#platform/server/runtime/startup-error.ts'

async function withDatabase<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir })
  const write = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' }
  const database = openDatabase({ write, poolSize: 1 })
  try {
    return await work(database, config)
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

/** Proves the event log of DATABASE_URL or of the data folder, and names every place that does not fit. */
async function verify({ read }: Database, config: Config): Promise<boolean> {
  await readEventLog(read, config)
  const store = createDiskStore(path.join(config.dataDir, 'files'))
  const { chains, events, blank, files, faults } = await verifyRecord(read, { config, env: systemEnv, files: store })
  for (const { subjectType, subjectId, position, fault } of faults)
    console.error(`${fault} ${subjectType} ${subjectId} at ${position}`)
  const found = faults.length === 0 ? 'intact' : `broken in ${faults.length} places`
  console.log(`The event log is ${found}: ${events} events in ${chains} chains, ${files} files.`)
  if (blank > 0) console.log(`The facts of ${blank} events were taken out by law.`)
  return faults.length === 0
}

interface Given {
  readonly receipt: string
  readonly document?: string | undefined
  readonly certificate?: string | undefined
  readonly log?: boolean | undefined
}

/** Verifies the receipt of an agreement with nothing but files, and with `--log` whether the log still says so. */
async function verifyOne({ receipt: file, document, certificate, log }: Given): Promise<boolean> {
  const receipt = JSON.parse(readFileSync(file, 'utf8')) as Receipt
  const faults = verifyReceipt(receipt, {
    document: document === undefined ? undefined : readFileSync(document),
    certificate: certificate === undefined ? undefined : readFileSync(certificate),
  })
  if (faults.length === 0 && log) faults.push(...(await withDatabase(({ read }) => compareReceipt(read, receipt))))
  for (const { what, where } of faults) console.error(`${what} ${where}`)
  if (faults.length > 0) {
    console.log(`The receipt does not hold in ${faults.length} places.`)
    return false
  }
  for (const { name, fingerprint } of signersOf(receipt)) console.log(`Signed by ${name}, certificate ${fingerprint}.`)
  const { agreementNumber, events, roots } = receipt
  console.log(`The receipt of ${agreementNumber} holds: ${events.length} events under ${roots.length} roots.`)
  return true
}

const options = {
  receipt: { type: 'string' },
  document: { type: 'string' },
  certificate: { type: 'string' },
  log: { type: 'boolean' },
} as const

try {
  const { receipt, ...beside } = parseArgs({ options }).values
  const holds = receipt === undefined ? await withDatabase(verify) : await verifyOne({ receipt, ...beside })
  process.exitCode = holds ? 0 : 1
} catch (error) {
  const isPlain = error instanceof StartupError
  console.error(isPlain ? error.message : error)
  if (isPlain) console.error('Stop the server that uses the folder, or verify in its admin area.')
  process.exitCode = 2
}
