// Fills a new database with the demo, in a process of its own: what it needs in memory ends with it.
import { once } from 'node:events'
import { createClock } from '#features/demo/server/clock.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { createLog, openCheckedDatabase, prepareDatabase } from '../open-database.ts'
import { createServices } from '../services.ts'
import type { SeedProgress } from './fill-demo.ts'
import { seedDemo } from './seed-demo.ts'
import { fillWhole } from './whole-demo.ts'

// The server that started this one has ended: it ends too, and gives its turn free.
process.on('disconnect', () => process.exit(1))

const config = readConfig(process.env)
const [connectionString] = (await once(process, 'message')) as [string]
const database = await openCheckedDatabase(config, { connectionString })
const env = await createClock(config, database)
const services = createServices({ config, env, database, log: await createLog(config) })
const prepare = () => prepareDatabase(services)
await prepare()
await fillWhole({
  pool: database.pool,
  db: database.primary,
  prepare,
  fill: () => seedDemo(services, { progress: (done, total) => process.send?.({ done, total } satisfies SeedProgress) }),
})
await database.close()
process.exit(0)
