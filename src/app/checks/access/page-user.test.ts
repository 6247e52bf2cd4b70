import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageUserHeader } from '#platform/contract/page-user.ts'
import { aim, endpoints, resultsOf, type Titled } from '#testing/aim.ts'
import { signedInAs } from '#testing/builders.ts'
import { buildTenants, fingerprint, type Tenant } from '#testing/lists/tenants.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

let world: World
let tenant: Tenant
let writer: Caller
let other: Caller
beforeAll(async () => {
  world = await openWorld()
  tenant = (await buildTenants(world)).own
  writer = await signedInAs(world, 'SUPER_ADMIN')
  other = await signedInAs(world, 'EMPLOYER_ADMIN', { companyId: tenant.companyId })
})
afterAll(() => world.close())

// A half-done sign-in speaks for its own user alone, whoever is signed in beside it.
const writes = endpoints.filter(({ spec }) => spec.method !== 'GET' && spec.access !== 'ticket')
const reads = endpoints.filter(({ spec }) => spec.method === 'GET' && !spec.path.startsWith('/api/demo'))
const isOfLink = ({ spec }: Titled) => typeof spec.access === 'object'
const codesOf = (cells: readonly Titled[], drawnFor: string, at: Pick<World, 'call'> = world) =>
  resultsOf(cells, async ({ spec }) => {
    const reply = await aim(at, spec, writer, { tenant, headers: { [pageUserHeader]: drawnFor } })
    return `${reply.status} ${(reply.body as { code?: string } | undefined)?.code}`
  })

describe('a page that was drawn for another user than the session’s', () => {
  it('writes nothing by any call, with a link’s token neither', async () => {
    expect(writes.filter(isOfLink).length).toBeGreaterThan(15)
    const before = await fingerprint(world, tenant.companyId)
    const refused = Object.fromEntries(writes.map(({ title }) => [title, '409 PAGE_OF_ANOTHER_USER']))
    expect(await codesOf(writes, other.userId)).toEqual(refused)
    expect(await fingerprint(world, tenant.companyId)).toBe(before)
  }, 120_000)

  it('may read, so that it finds out who is signed in by now', async () => {
    const refused = Object.entries(await codesOf(reads.slice(0, 40), other.userId)).filter(([, answer]) =>
      answer.includes('PAGE_OF_ANOTHER_USER'),
    )
    expect(refused).toEqual([])
  }, 60_000)

  it('is let through by a server without this guard, so that the tests above would notice', async () => {
    const details = writes.filter(({ spec }) => spec.path === '/api/user/details')
    expect(details).toHaveLength(1)
    await world.without('page-user', async (open) => {
      expect(Object.values(await codesOf(details, other.userId, open))).not.toContain('409 PAGE_OF_ANOTHER_USER')
    })
  }, 60_000)
})

describe('a write', () => {
  const statusWith = async (headers: Record<string, string>) => {
    const { spec } = endpoints.find((one) => one.spec.path === '/api/logout/elsewhere')!
    return (await world.call(spec, { as: writer, headers })).status
  }

  it('is taken from a page of the session’s own user and from a caller that names nobody', async () => {
    expect(await statusWith({ [pageUserHeader]: writer.userId })).toBe(200)
    expect(await statusWith({})).toBe(200)
    expect(await statusWith({ [pageUserHeader]: '' })).toBe(200)
    expect(await statusWith({ [pageUserHeader]: 'x' })).toBe(409)
  })

  it('of nobody’s session is judged as ever: without a session it is unknown, a link’s own page goes on', async () => {
    const headers = { [pageUserHeader]: other.userId }
    const signedOut = await resultsOf(writes, async ({ spec }) => {
      const reply = await aim(world, spec, null, { tenant, headers })
      return reply.status === 409 && (reply.body as { code?: string }).code === 'PAGE_OF_ANOTHER_USER'
    })
    expect(Object.values(signedOut)).not.toContain(true)
  }, 60_000)
})
