import { afterAll, beforeAll, expect, test } from 'vitest'
import { leasing } from '#features/pricing/leasing/contract.ts'
import { signedInAs, stepUp } from '#testing/builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import { syncReference } from './reference.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const operator = () =>
  world.services.database.primary
    .selectFrom('leasing_companies')
    .selectAll()
    .where('kind', '=', 'OPERATOR')
    .executeTakeFirstOrThrow()

/** What every start does, with the owner that the brand names. */
const startAs = (legalName: string) =>
  syncReference(world.services.database.primary, {
    ...world.services,
    brand: { ...world.services.brand, legalName },
  })

test('the operator is called as the brand’s owner, whom neither a new start nor staff call otherwise', async () => {
  await startAs('Alkuperäinen Palvelu Oy')
  expect((await operator()).name).toBe('Alkuperäinen Palvelu Oy')

  const owner = { ...world.services.brand, legalName: 'Myöhempi Palvelu Oy', businessId: '1234567-1', city: 'Kemi' }
  await syncReference(world.services.database.primary, { ...world.services, brand: owner })
  expect(await operator()).toMatchObject({ name: owner.legalName, business_id: '1234567-1', city: 'Kemi', version: 1 })

  await startAs('Uusi Palvelu Oy')
  const { id, version } = await operator()
  const staff = await signedInAs(world, 'SUPER_ADMIN')
  const as = await stepUp(world, staff)
  const body = { companyName: 'Aivan Muu Oy', version, invoiceEmail: 'laskut@palvelu.example' }
  const changed = await world.ok(leasing.updateCompany, { as, params: { id }, body })

  expect(changed).toMatchObject({ companyName: 'Uusi Palvelu Oy', invoiceEmail: 'laskut@palvelu.example' })
  expect((await operator()).name).toBe('Uusi Palvelu Oy')

  await syncReference(world.services.database.primary, {
    ...world.services,
    brand: { ...world.services.brand, businessId: '7654321-2' },
  })
  expect(await operator(), 'what staff have edited is theirs').toMatchObject({ business_id: null })
})
