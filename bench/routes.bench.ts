// What one call of every route costs: processor time of the server's process and statements. Writes
// docs/route-prices.md: routes that the list lacks, and with ALL=1 every one; those that are gone are left out.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type RoutePrice, routePrices } from '#app/server/route-prices.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import { type PermissionName, seededPermissionsOf } from '#platform/contract/permissions.ts'
import { aim, endpoints } from '#testing/aim.ts'
import { stepUp } from '#testing/builders.ts'
import { addressOf, appWithRoutes, namesOf } from '#testing/lists/all-routes.ts'
import { priceTable } from '#testing/lists/route-prices.ts'
import { buildTenants } from '#testing/lists/tenants.ts'
import { recording } from '#testing/scale/recorder.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { openBenchServer } from './parts/scaled.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 7)
const WARM = 2
const file = path.resolve(import.meta.dirname, '../docs/route-prices.md')

const specs = new Map<string, EndpointSpec>(endpoints.map(({ spec }) => [`${spec.method} ${spec.path}`, spec]))
/** Reads first, then what writes, then what takes away; what stops the service or moves its clock last of all. */
function rankOf(name: string): number {
  if (!name.startsWith('GET') && /demo|maintenance/.test(name)) return 3
  return name.startsWith('GET') ? 0 : name.startsWith('DELETE') ? 2 : 1
}

const server = await openBenchServer()
const world = await openWorldOn(await server.database('routes'))
const { own, principals } = await buildTenants(world)
const opened = await appWithRoutes(world.services)

/** Somebody who may make a call, in a session of its own that has stepped up. */
async function callerOf({ access }: EndpointSpec) {
  const may = (role: 'SUPER_ADMIN' | 'EMPLOYER_ADMIN' | 'BIKE_BENEFICIARY') =>
    seededPermissionsOf(role).includes(access as PermissionName)
  const isGuarded = typeof access === 'string' && access.includes(':')
  const role =
    !isGuarded || may('SUPER_ADMIN') ? 'SUPER_ADMIN' : may('EMPLOYER_ADMIN') ? 'EMPLOYER_ADMIN' : 'BIKE_BENEFICIARY'
  return stepUp(world, await world.signIn(principals[role].userId))
}

async function callOf(name: string): Promise<() => Promise<number>> {
  const spec = specs.get(name)
  if (spec) {
    const as = await callerOf(spec)
    return async () => (await aim(world, spec, as, { tenant: own })).status
  }
  const [method, url] = name.split(' ') as ['GET', string]
  const call = { method, url: addressOf(url), headers: { host: 'localhost:3000' } }
  return async () => (await opened.app.inject(call)).statusCode
}

/** Limits of tries would answer instead of the call. */
const forgetTries = () => world.services.database.primary.deleteFrom('rate_limits').execute()

async function priceOf(name: string): Promise<RoutePrice> {
  const call = await callOf(name)
  for (let round = 0; round < WARM; round += 1) {
    await forgetTries()
    await call()
  }
  const spent: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await forgetTries()
    const before = process.cpuUsage()
    await call()
    const { user, system } = process.cpuUsage(before)
    spent.push((user + system) / 1_000)
  }
  await forgetTries()
  const { result: status, statements } = await recording(call)
  const ms = spent.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!
  return { route: name, status, ms, statements: statements.length }
}

try {
  const text = readFileSync(file, 'utf8')
  const known = new Map(process.env.ALL ? [] : routePrices(text).map((one) => [one.route, one]))
  const prices: RoutePrice[] = []
  for (const name of namesOf(opened.routes).sort((a, b) => rankOf(a) - rankOf(b)))
    prices.push(known.get(name) ?? (await priceOf(name)))
  const head = text.slice(0, text.indexOf('| route')).trimEnd()
  writeFileSync(file, `${head}\n\n${priceTable(prices)}\n`)
  const dearest = [...prices].sort((a, b) => b.ms - a.ms).slice(0, 20)
  const sorted = prices.map(({ ms }) => ms).sort((a, b) => a - b)
  console.log(`${prices.length} routes, median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} ms`)
  console.log(priceTable(dearest))
} finally {
  await opened.close()
  await world.close()
  await server.stop()
}
