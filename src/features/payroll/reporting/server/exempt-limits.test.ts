import { afterAll, beforeAll, expect, test } from 'vitest'
import { taxTable } from '#features/pricing/tax/contract.ts'
import { seedTaxTables } from '#features/pricing/tax/server/seed.ts'
import { buildCompany, buildRunningLease, signedInAs } from '#testing/builders.ts'
import { confirmProposed } from '#testing/confirm-proposal.ts'
import { openWorld, type World } from '#testing/world.ts'
import { reporting } from '../contract.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
  world.env.setNow('2026-03-10T08:00:00Z')
  await seedTaxTables(world.services.database.primary, world.env)
})
afterAll(() => world.close())

test('a changed limit of the exemption counts from the open month on and leaves the locked one as it is', async () => {
  const company = await buildCompany(world)
  const admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
  const staff = await signedInAs(world, 'INTERNAL_ADMIN')
  const agreement = {
    start_day: '2026-03-01',
    lease_months: 48,
    commitment_day: '2025-02-01',
    instalment_cents: 17_000,
  }
  await buildRunningLease(world, { company, agreement })
  const at = (month: string) => ({ as: admin, params: { companyId: company.companyId, month } })
  const { previewHash, items } = await world.ok(reporting.rows, at('2026-03'))
  expect(items).toMatchObject([{ code363: 100, code364: 70 }])
  await world.ok(reporting.lock, { ...at('2026-03'), body: { previewHash } })
  const locked = async () => ({
    rows: (await world.ok(reporting.rows, at('2026-03'))).items,
    csv: (await world.call(reporting.csv, at('2026-03'))).raw.toString('base64'),
  })
  const before = await locked()

  const [table] = (await world.ok(taxTable.list, { as: staff, query: { year: 2026 } })).items
  const { taxTableId, version, ...fields } = table!
  const raised = { ...fields, bikeExemptMonthly: 120, version }
  const proposed = await world.ok(taxTable.update, { as: staff, params: { id: taxTableId }, body: raised })
  await confirmProposed(world, await signedInAs(world, 'INTERNAL_ADMIN'), proposed)
  expect(await locked()).toEqual(before)
  world.env.setNow('2026-04-02T08:00:00Z')
  const april = await world.ok(reporting.rows, { ...at('2026-04'), as: await world.signIn(admin.userId) })
  expect(april.items).toMatchObject([{ correctsMonth: null, code363: 120, code364: 50 }])
})
