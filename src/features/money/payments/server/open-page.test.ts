import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueInvoice } from '#features/money/invoices/ledger/server/issue.ts'
import { systemActor } from '#platform/server/events/events.ts'
import { addDays, helsinkiDay } from '#platform/values/days.ts'
import { buildCompany, buildEmployee, signedInAs } from '#testing/builders.ts'
import { type Caller, openWorld, type World } from '#testing/world.ts'
import { payments } from '../contract.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

interface Billed {
  readonly companyId: string
  readonly party?: 'EMPLOYER' | 'PERSON' | 'LESSOR'
  readonly employeeId?: string
}

async function billed({ companyId, party = 'EMPLOYER', employeeId }: Billed) {
  const buyer = { businessId: null, address: null, eInvoiceAddress: null, email: null, language: 'fi' as const }
  const invoice = {
    companyId,
    purpose: 'FEE' as const,
    party,
    employeeId: employeeId ?? null,
    buyer: { name: 'Esimerkki Oy', ...buyer },
    dueDay: addDays(helsinkiDay(world.env.now()), 14),
    lines: [{ purpose: 'FEE' as const, description: 'Maksu', grossCents: 3_000, vatBasisPoints: 2_550 }],
  }
  return world.services.database.transaction((db) => issueInvoice(db, world.services, { invoice, actor: systemActor }))
}

const openPage = (as: Caller, id: string) => world.call(payments.openPage, { as, params: { id }, body: {} })

describe('the page on which a bill of one’s own is paid', () => {
  it('opens from the employer’s list, the same one each time, with what is open', async () => {
    const company = await buildCompany(world)
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    const { id, number } = await billed(company)
    const { body } = await openPage(admin, id)
    expect((await openPage(admin, id)).body).toEqual(body)
    const token = /^\/maksu\/(.+)$/.exec((body as { path: string }).path)![1]!
    expect(await world.ok(payments.page, { params: { token } })).toMatchObject({ state: 'OPEN', number, amount: 30 })
  })

  it('opens to the person who is billed', async () => {
    const company = await buildCompany(world)
    const person = await buildEmployee(world, company)
    const { id } = await billed({ companyId: company.companyId, party: 'PERSON', employeeId: person.employeeId })
    expect(await openPage(await world.signIn(person.userId), id)).toMatchObject({ status: 200 })
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    expect(await openPage(admin, id)).toMatchObject({ status: 404 })
  })

  it('opens to nobody of another company, and not once nothing is open', async () => {
    const company = await buildCompany(world)
    const { id } = await billed(company)
    const other = await signedInAs(world, 'EMPLOYER_ADMIN', await buildCompany(world))
    expect(await openPage(other, id)).toMatchObject({ status: 404 })
    await world.services.database.primary
      .updateTable('invoices')
      .set({ credited_cents: 3_000 })
      .where('id', '=', id)
      .execute()
    const admin = await signedInAs(world, 'EMPLOYER_ADMIN', company)
    expect(await openPage(admin, id)).toMatchObject({ status: 409, body: { code: 'PAYMENT_NOT_ALLOWED' } })
  })
})
