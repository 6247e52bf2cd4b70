import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aim, endpoints, resultsOf } from '#testing/aim.ts'
import { signedInAs } from '#testing/builders.ts'
import { buildTenants, entityOf, type Tenant } from '#testing/lists/tenants.ts'
import { specifiedFailures } from '#testing/sources/specification.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

let world: World
let staff: Caller
let tenant: Tenant
beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'SUPER_ADMIN')
  tenant = (await buildTenants(world)).own
})
afterAll(() => world.close())

const lineOf = ({ method, path }: { method: string; path: string }) => `${method} ${path.replace(/:\w+/g, '{}')}`

describe('the sentences of failed calls', () => {
  it('belong to the calls that the specification names', () => {
    const own = endpoints.flatMap(({ spec }) => (spec.failure ? [[lineOf(spec), spec.failure]] : []))
    expect(Object.fromEntries(own)).toEqual(specifiedFailures)
  })

  it('are what a call answers that finds nothing', async () => {
    const called = endpoints.filter(({ spec }) => spec.failure && entityOf(spec) !== null)
    expect(called.length).toBeGreaterThan(10)
    const results = await resultsOf(called, async ({ spec }) => {
      const reply = await aim(world, spec, staff, { tenant, id: randomUUID() })
      return `${reply.status} ${(reply.body as { message: string }).message}`
    })
    expect(results).toEqual(Object.fromEntries(called.map(({ title, spec }) => [title, `404 ${spec.failure}`])))
  })
})
