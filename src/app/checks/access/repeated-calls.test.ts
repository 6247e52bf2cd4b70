import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readingRole, roleNames, seededPermissionsOf } from '#platform/contract/permissions.ts'
import { createLinkToken } from '#platform/server/http/link-tokens.ts'
import { bankDayFrom } from '#platform/values/bank-days.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { aim, endpoints, resultsOf, type Titled } from '#testing/aim.ts'
import { buildTenants } from '#testing/lists/tenants.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
let tenants: Awaited<ReturnType<typeof buildTenants>>
beforeAll(async () => {
  world = await openWorld()
  tenants = await buildTenants(world)
}, 120_000)
afterAll(() => world.close())

const posts = endpoints.filter(({ spec }) => spec.method === 'POST')

/** POSTs that refuse a sample for its content before they ask the database. */
const elsewhere: Readonly<Record<string, string>> = {
  '/api/bank-files': 'repeated with its key in take-in.test.ts',
  '/api/received-e-invoices': 'repeated with its key in e-invoices.test.ts',
  '/api/calculator/bike-benefit': 'writes nothing',
}

/** What a sample would have to say to be looked at. */
async function givenFor(path: string, userId: string): Promise<object> {
  const email = 'kokeilu@testi.example'
  if (path === '/api/companies') return { businessId: '1234567-1', contact: { name: 'Testi Testaaja', email } }
  if (['/api/bike-stores', '/api/contact-forms', '/api/places/companies/:companyId/join-mail'].includes(path))
    return { email }
  if (path === '/api/payment-files') return { executionDay: bankDayFrom(addDays(helsinkiDay(world.env.now()), 1)) }
  if (path === '/api/bookkeeping/reference-rates') return { fromDay: '2026-07-01' }
  if (path === '/api/state-income-tax-table') return { steps: [{ lowerLimit: 0, taxAtLowerLimit: 0, rate: 10 }] }
  if (!['/api/leasing-agreements/sign-all', '/api/companies/:id/terms/acceptance'].includes(path)) return {}
  const db = world.services.database.primary
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  return { typedName: `${user.first_name} ${user.last_name}` }
}

/** Takes a key for another request of the caller: a call that minds its key is then refused before it does anything. */
const spend = (owner: string) =>
  world.services.database.primary
    .insertInto('idempotency_keys')
    .values({ owner, key: 'taken', request_hash: randomBytes(32), status: 200, body: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

async function askByLink({ spec }: Titled, purpose: Parameters<typeof createLinkToken>[2]['purpose']) {
  const { companyId, ids } = tenants.own
  const link = { purpose, days: 1, companyId, subjectId: ids.order }
  const { id, token } = await createLinkToken(world.services.database.primary, world.env, link)
  await spend(`token:${id}`)
  return aim(world, spec, null, { tenant: tenants.own, headers: { 'idempotency-key': 'taken' }, token })
}

/** A role that only reads writes nothing by its permissions. */
const writers = roleNames.filter((name) => name !== readingRole)

async function askSignedIn({ spec }: Titled) {
  const permission = String(spec.access)
  const role = writers.findLast((name) => (seededPermissionsOf(name) as readonly string[]).includes(permission))
  const { userId } = tenants.principals[role ?? 'EMPLOYER_ADMIN']
  await Promise.all([spend(`user:${userId}`), spend('visitor')])
  const caller = spec.access === 'public' ? null : await world.signIn(userId)
  const given = await givenFor(spec.path, userId)
  return aim(world, spec, caller, { tenant: tenants.own, headers: { 'idempotency-key': 'taken' }, given })
}

it('every POST that may be repeated minds its Idempotency-Key before it does anything', async () => {
  const minding = posts.filter(({ spec }) => !spec.neverStored && !(spec.path in elsewhere))
  expect(minding.length).toBeGreaterThan(130)
  const results = await resultsOf(minding, async (cell) => {
    const { access } = cell.spec
    const { body } = await (typeof access === 'object' ? askByLink(cell, access.token) : askSignedIn(cell))
    return (body as { code?: string } | undefined)?.code
  })
  expect(results).toEqual(Object.fromEntries(minding.map(({ title }) => [title, 'IDEMPOTENCY_KEY_REUSED'])))
})

it('only calls about sign-in, links and revealed secrets answer with what may not be kept', () => {
  const keepers = new Set(posts.filter(({ spec }) => spec.neverStored).map(({ feature }) => feature))
  const ofSignIn = ['identity', 'join', 'own-sign-in', 'proofs', 'sessions', 'step-up']
  const ofLinksAndSecrets = ['bonds', 'employees', 'order links', 'orders', 'payments', 'register-links']
  expect([...keepers].sort()).toEqual([...ofSignIn, ...ofLinksAndSecrets].sort())
})
