import { afterAll, beforeAll, expect, it } from 'vitest'
import { banking } from '#features/money/banking/contract.ts'
import { invoices } from '#features/money/invoices/contract.ts'
import { rfReference } from '#features/money/payments/rules/payment-codes.ts'
import { bikeStores } from '#features/pricing/bike-stores/contract.ts'
import { buildCompany, signedInAs } from '#testing/builders.ts'
import { bankEntry, bankSends, bankStatement } from '#testing/money/bank-files.ts'
import { buildFeeInvoice } from '#testing/money/fee-invoice.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'

let world: World
let staff: Caller
beforeAll(async () => {
  world = await openWorld()
  staff = await signedInAs(world, 'INTERNAL_ADMIN')
})
afterAll(() => world.close())

it('finds an invoice by its sum and by its reference in either form', async () => {
  const { companyId } = await buildCompany(world)
  const id = await buildFeeInvoice(world, { companyId, lines: [{ cents: 34_900 }] })
  await buildFeeInvoice(world, { companyId, lines: [{ cents: 11_111 }] })
  const row = await world.services.database.primary
    .selectFrom('invoices')
    .select(['reference_number', 'total_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const reference = row.reference_number!
  const sum = (row.total_cents / 100).toFixed(2)
  const spellings = [sum, sum.replace('.', ','), `${sum.replace('.', ',')} €`, reference, rfReference(reference)]
  for (const search of spellings) {
    const { items } = await world.ok(invoices.list, { as: staff, query: { search } })
    expect(
      items.map(({ invoiceId }) => invoiceId),
      search,
    ).toEqual([id])
  }
})

it('finds a movement by its sum', async () => {
  await bankSends(world, bankStatement(world, bankEntry({ amount: '349.17', message: 'ETSITTY' })))
  for (const search of ['349,17', '349.17']) {
    const { items } = await world.ok(banking.entries, { as: staff, query: { search } })
    expect(items.map(({ message }) => message)).toEqual(['ETSITTY'])
  }
})

it('finds a store by a name pasted in pieces, with a comma, and keeps what is typed in one form', async () => {
  const body = {
    storeName: 'Ma\u0308kela\u0308n  Pyo\u0308ra\u0308\u200B',
    email: 'Myynti@Makela.example\u00A0',
    phone: '+358 (0)40-555 0199',
  }
  const { bikeStore } = await world.ok(bikeStores.create, {
    as: staff,
    body: { ...body, paymentTermsDays: 14, active: true },
  })
  expect(bikeStore).toMatchObject({
    storeName: 'Mäkelän Pyörä',
    email: 'myynti@makela.example',
    phone: '+358405550199',
  })
  for (const search of ['Mäkelän', 'Ma\u0308kela\u0308n', 'pyörä, mäkelän']) {
    const { items } = await world.ok(bikeStores.list, { as: staff, query: { search } })
    expect(
      items.map(({ bikeStoreId }) => bikeStoreId),
      search,
    ).toEqual([bikeStore.bikeStoreId])
  }
})
