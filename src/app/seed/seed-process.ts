// Fills a new database with the demo, in a process of its own: what it needs in memory ends with it.
import { once } from 'node:events'
import { readConfig } from '#platform/server/runtime/config.ts'
import { systemEnv } from '#platform/server/runtime/env.ts'
import { createLog, openCheckedDatabase, prepareDatabase } from '../server/open-database.ts'
import { createServices } from '../server/services.ts'
import type { SeedProgress } from './fill-demo.ts'
import { seedDemo } from './seed-demo.ts'
import { fillWhole } from './whole-demo.ts'

// The server that started this one has ended, perhaps while this one was loading: it ends too, and gives its turn free.
process.on('disconnect', () => process.exit(1))
if (!process.connected) process.exit(1)

const config = readConfig(process.env)
const [connectionString] = (await once(process, 'message')) as [string]
const database = await openCheckedDatabase(config, { connectionString })
// A demo that is not whole yet was never served, so nobody has moved its clock.
const services = createServices({ config, env: systemEnv, database, log: await createLog(config) })
await fillWhole({
  pool: database.pool,
  db: database.primary,
  prepare: () => prepareDatabase(services),
  fill: () => seedDemo(services, { progress: (done, total) => process.send?.({ done, total } satisfies SeedProgress) }),
})
await database.close()
process.exit(0)
