import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RoleName, roleNames } from '#platform/contract/permissions.ts'
import { aim, endpoints, resultsOf } from '#testing/aim.ts'
import { buildEmployee } from '#testing/builders.ts'
import { buildTenants, type Tenant } from '#testing/lists/tenants.ts'
import { openWorld, type World } from '#testing/world.ts'

const reason = 'Hoitovapaa, jonka syytä kukaan ei lue luettelosta'
const code = '918273'
const kept = { absence_reason: 'OTHER' as const, absence_other: reason }

let world: World
let own: Tenant
let principals: Awaited<ReturnType<typeof buildTenants>>['principals']
beforeAll(async () => {
  world = await openWorld()
  const tenants = await buildTenants(world)
  own = tenants.own
  principals = tenants.principals
  const { primary } = world.services.database
  await sql`update beneficiary_employees set absence_from = current_date, absence_reason = 'OTHER', absence_other = ${reason}`.execute(
    primary,
  )
  // The person whose rows are asked for one by one is away for a reason whose kind says it.
  await buildEmployee(world, { companyId: own.companyId }, { absence_from: '2026-01-01', ...kept })
  const kind = sql`absence_reason = 'SICK_LEAVE', absence_other = null`
  await sql`update beneficiary_employees set ${kind} where id = ${own.ids.employee}`.execute(primary)
  await sql`update orders set security_code_sealed = ${world.services.vault.seal(code)}`.execute(primary)
}, 120_000)
afterAll(() => world.close())

const reading = endpoints.filter(({ spec }) => spec.method === 'GET' && !/\/demo\//.test(spec.path))

/** The calls whose answer to a role holds a reason or a code, whichever way. */
async function showing(role: RoleName): Promise<string[]> {
  const results = await resultsOf(reading, async ({ spec }) => {
    const { raw } = await aim(world, spec, principals[role], { tenant: own })
    const text = raw.toString('utf8')
    // The figures of a code stand by chance in an id, but never between other signs.
    return text.includes(reason) || text.includes('"SICK_LEAVE"') || new RegExp(`\\b${code}\\b`).test(text)
  })
  return Object.entries(results)
    .filter(([, tells]) => tells)
    .map(([title]) => title)
}

it.each(roleNames)(
  'no reading call tells %s the kind or the words of an absence’s reason, or a security code',
  async (role) => {
    expect(await showing(role)).toEqual([])
  },
)

it('the calls that were asked do answer, so that nothing hidden means something', async () => {
  const answered = await resultsOf(
    reading,
    async ({ spec }) => (await aim(world, spec, principals.SUPER_ADMIN, { tenant: own })).status === 200,
  )
  expect(Object.values(answered).filter(Boolean).length).toBeGreaterThan(100)
})
