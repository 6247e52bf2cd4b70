import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { figures } from '#features/operations/figures/contract.ts'
import { roles } from '#features/operations/roles/contract.ts'
import { orders } from '#features/orders/orders/contract.ts'
import { companies } from '#features/people/companies/contract.ts'
import type { EndpointSpec } from '#platform/contract/contract.ts'
import type { Db } from '#platform/server/database/db.ts'
import { roleId } from '#platform/server/roles/role-ids.ts'
import { buildUser, signedInAs } from '#testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { partOf } from '#testing/part-of.ts'
import type { Caller, World } from '#testing/world.ts'
import { openWorldOn } from '#testing/world-on.ts'
import { readHandleFor, WRITTEN_COOKIE } from './read-after-write.ts'

let own: TestDatabase
let world: World
let admin: Caller
beforeAll(async () => {
  own = await createTestDatabase()
  world = await openWorldOn(own.connection, { variables: { READ_DATABASE_URL: own.connectionString } })
  admin = await signedInAs(world, 'SUPER_ADMIN')
  await world.services.database.replicaKnown
})
afterAll(async () => {
  await world.close()
  await own.drop()
})

const callOf = (spec: EndpointSpec, cookies: Record<string, string> = {}) =>
  partOf<Parameters<typeof readHandleFor>[0]>({
    request: { cookies, who: { user: null } },
    options: { services: world.services },
    spec,
  })

/** By which pool a list is read. */
async function readBy(cookies: Record<string, string>): Promise<string> {
  const db: Db = readHandleFor(callOf(companies.list, cookies))
  return (await sql<{ name: string }>`select current_setting('application_name') as name`.execute(db)).rows[0]!.name
}
const seal = (text: string) => ({ [WRITTEN_COOKIE]: world.services.vault.seal(text) })

const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['set-cookie'] ?? []].flat().find((one) => String(one).startsWith(`${WRITTEN_COOKIE}=`)) as string | undefined

it('a write gives its caller a sealed cookie of some seconds, a read gives none', async () => {
  const read = await world.call(companies.list, { as: admin })
  expect(cookieOf(read)).toBeUndefined()
  const params = { userId: (await buildUser(world)).userId, roleId: roleId('INTERNAL_ADMIN') }
  const write = await world.call(roles.assign, { as: admin, params, body: {} })
  expect(write.status).toBeLessThan(300)
  const cookie = cookieOf(write)!
  expect(cookie).toMatch(/; Max-Age=5; Path=\/; HttpOnly; SameSite=Strict$/)
  const sealed = decodeURIComponent(/=([^;]*)/.exec(cookie)![1]!)
  const { vault, database } = world.services
  const lsn = BigInt(vault.open(sealed).replace('written:', ''))
  expect(lsn > 0n && lsn <= (await database.written())!).toBe(true)
  expect(sealed).not.toContain(String(lsn))
})

it('a file, a sum and a list are waited for longer than a single row', () => {
  const handleOf = (spec: EndpointSpec) => {
    return readHandleFor(callOf(spec))
  }
  const { database } = world.services
  expect(handleOf(orders.get)).toBe(database.read)
  expect(handleOf(orders.listFile)).toBe(database.freshLists)
  expect(handleOf(figures.get)).toBe(database.freshLists)
  expect(handleOf(companies.list)).toBe(database.lists)
})

it('a list comes from the replica, and from the primary for whoever has written what the replica lacks', async () => {
  expect(await readBy({})).toBe('poljin-lists')
  expect(await readBy(seal('written:1'))).toBe('poljin-lists')
  expect(await readBy(seal(`written:${1n << 65n}`))).toBe('poljin-read')
})

it('a cookie that is none of ours counts for none', async () => {
  for (const cookies of [{ [WRITTEN_COOKIE]: `${1n << 65n}` }, { [WRITTEN_COOKIE]: 'x' }, seal(`other:${1n << 65n}`)])
    expect(await readBy(cookies)).toBe('poljin-lists')
})
