import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireLinkToken } from '#platform/server/http/link-tokens.ts'
import { buildCompany, buildGroup, signedInAs } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { registerLinks } from '../contract.ts'

let world: World
const ninetyDays = 90 * 86_400_000

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const good = (token: string) => requireLinkToken(world.services.database.primary, 'join', token, world.env.now())

test('an editor makes a link that is good for 90 days and can be copied again', async () => {
  const company = await buildCompany(world)
  const editor = await signedInAs(world, 'EMPLOYER_EDITOR', company)
  const made = await world.ok(registerLinks.createForCompany, { as: editor, body: { companyId: company.companyId } })
  expect(made.url).toBe(
    `http://localhost:3000/liity/${made.token}`.replace('http://localhost:3000', world.services.config.origin),
  )
  expect(new Date(made.expiresAt).getTime() - world.env.now().getTime()).toBeCloseTo(ninetyDays, -4)
  expect(await good(made.token)).toMatchObject({ companyId: company.companyId })
  const { items } = await world.ok(registerLinks.listOfCompany, { as: editor, params: { id: company.companyId } })
  expect(items).toMatchObject([{ registerLinkId: made.registerLinkId, url: made.url, revokedAt: null }])
})

test('a link is stored as a hash and sealed, never in the clear', async () => {
  const company = await buildCompany(world)
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  const call = { as: employer, key: 'linkki', body: { companyId: company.companyId } }
  const { token } = await world.ok(registerLinks.createForCompany, call)
  const row = await world.services.database.primary
    .selectFrom('link_tokens')
    .selectAll()
    .where('company_id', '=', company.companyId)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(token)
  const kept = await world.services.database.primary
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('key', '=', 'linkki')
    .execute()
  expect(kept).toEqual([])
})

test('the link of a company that works in Swedish leads to the Swedish page', async () => {
  const company = await buildCompany(world, { language: 'sv' })
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  const { url } = await world.ok(registerLinks.createForCompany, {
    as: employer,
    body: { companyId: company.companyId },
  })
  expect(url).toContain('/sv/liity/')
})

test('a revoked link no longer works and says since when', async () => {
  const company = await buildCompany(world)
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  const made = await world.ok(registerLinks.createForCompany, { as: employer, body: { companyId: company.companyId } })
  const params = { id: made.registerLinkId }
  const revoked = await world.ok(registerLinks.revoke, { as: employer, params })
  expect(revoked.revokedAt).not.toBeNull()
  await expect(good(made.token)).rejects.toMatchObject({ code: 'TOKEN_NOT_VALID' })
  expect(await world.ok(registerLinks.revoke, { as: employer, params })).toEqual(revoked)
})

test('links of another company or group are not there', async () => {
  const group = await buildGroup(world)
  const company = await buildCompany(world, { group_company_id: group.groupCompanyId })
  const foreign = await buildCompany(world)
  const employer = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  const stranger = await signedInAs(world, 'EMPLOYER_ADMIN', foreign)
  const reporting = await signedInAs(world, 'EMPLOYER_REPORTING', company)
  const body = { companyId: company.companyId }
  const made = await world.ok(registerLinks.createForCompany, { as: employer, body })
  expect((await world.call(registerLinks.createForCompany, { as: stranger, body })).status).toBe(404)
  expect((await world.call(registerLinks.createForCompany, { as: reporting, body })).status).toBe(403)
  expect(
    (await world.call(registerLinks.listOfCompany, { as: stranger, params: { id: company.companyId } })).status,
  ).toBe(404)
  expect((await world.call(registerLinks.revoke, { as: stranger, params: { id: made.registerLinkId } })).status).toBe(
    404,
  )
  expect(await good(made.token)).toMatchObject({ companyId: company.companyId })
  const groupBody = { groupCompanyId: group.groupCompanyId }
  expect((await world.call(registerLinks.createForGroup, { as: employer, body: groupBody })).status).toBe(404)
  const groupAdmin = await signedInAs(world, 'EMPLOYER_GROUP_ADMIN', group)
  const ofGroup = await world.ok(registerLinks.createForGroup, { as: groupAdmin, body: groupBody })
  expect(await good(ofGroup.token)).toMatchObject(groupBody)
  const list = await world.ok(registerLinks.listOfGroup, { as: groupAdmin, params: { id: group.groupCompanyId } })
  expect(list.items).toHaveLength(1)
  await world.ok(registerLinks.revoke, { as: groupAdmin, params: { id: ofGroup.registerLinkId } })
})
